// The Undo button of a change, and the word that stands there once it was pressed. All texts come with the props.
import { useEffect, useRef, useState } from "react";
import { Undo2 } from "lucide-react";
import { Button } from "@/components/ui/button";

// One and the same component each time this file is run: see Question.jsx.
const Undo = (window.folioUndo ??= function Undo({ offered, callAction }) {
  const { id, words } = offered;
  const [working, setWorking] = useState(false);
  const [told, setTold] = useState(null);
  const status = useRef(null);
  // See Question.jsx.
  const pressed = useRef("");

  const now = offered.state === "undone" ? offered : (told ?? offered);
  const over = now.state === "undone" || now.state === "gone";

  useEffect(() => {
    if (over && pressed.current) status.current?.focus();
  }, [over]);

  async function undo({ currentTarget: button }) {
    pressed.current = button.matches(":focus-visible") ? "keys" : "pointer";
    setWorking(true);
    try {
      const sent = await callAction({ name: "undo", payload: { id } });
      const { state, said } = sent.response;
      setTold({ state, said: said || words.gone });
    } catch {
      setTold({ state: "failed", said: words.failed });
    }
    setWorking(false);
  }

  return (
    <div className="folio-undo" data-state={now.state}>
      {!over && (
        <Button type="button" variant="outline" size="sm" disabled={working} aria-label={words.name} onClick={undo}>
          <Undo2 aria-hidden="true" />
          {words.undo}
        </Button>
      )}
      <p ref={status} role="status" tabIndex={-1} data-pressed={pressed.current} className="folio-word">
        {now.said}
      </p>
    </div>
  );
});

export default <Undo offered={props} callAction={callAction} />;
