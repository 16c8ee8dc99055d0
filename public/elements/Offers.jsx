// Ways to go on below an answer: each button sends, as the person's own message, what stands in its title.
import { useState } from "react";
import { Button } from "@/components/ui/button";

// One and the same component each time this file is run: see Question.jsx.
const Offers = (window.folioOffers ??= function Offers({ shown, sendUserMessage }) {
  const { offers, words } = shown;
  const [used, setUsed] = useState(false);
  // Another message, typed or pressed, has gone on from here.
  if (used || shown.state !== "offered") return null;

  function choose(message) {
    setUsed(true);
    sendUserMessage(message);
  }

  return (
    <div role="group" aria-label={words.group} className="folio-choices folio-offers">
      {offers.map(({ label, message }) => (
        <Button key={message} type="button" variant="outline" size="sm" title={message} onClick={() => choose(message)}>
          {label}
        </Button>
      ))}
    </div>
  );
});

export default <Offers shown={props} sendUserMessage={sendUserMessage} />;
