// Ways to go on below an answer: each button sends what stands in its title, and is shown as pressed in the conversation.
import { useEffect, useRef, useState } from "react";
import { Button } from "@/components/ui/button";

// One and the same component each time this file is run: see Question.jsx.
const Offers = (window.folioOffers ??= function Offers({ shown, sendUserMessage }) {
  const { offers, words } = shown;
  const [used, setUsed] = useState(false);
  const group = useRef(null);

  // They come after the page has gone to the end of the answer: whoever is there sees them all.
  useEffect(() => {
    const seen = group.current?.closest(".overflow-y-auto")?.getBoundingClientRect();
    if (seen && group.current.getBoundingClientRect().top <= seen.bottom) group.current.scrollIntoView({ block: "nearest" });
  }, []);

  // Another message, typed or pressed, has gone on from here.
  if (used || shown.state !== "offered") return null;

  function choose({ label, message }) {
    setUsed(true);
    sendUserMessage(message, label);
  }

  return (
    <div ref={group} role="group" aria-label={words.group} className="folio-choices folio-offers">
      {offers.map((offer) => (
        <Button key={offer.message} type="button" variant="outline" size="sm" title={offer.message} onClick={() => choose(offer)}>
          {offer.label}
        </Button>
      ))}
    </div>
  );
});

export default <Offers shown={props} sendUserMessage={sendUserMessage} />;
