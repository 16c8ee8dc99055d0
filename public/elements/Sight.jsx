// What the model is shown of a step's result, and two buttons to change that. All texts come with the props.
import { useEffect, useRef, useState } from "react";
import { Button } from "@/components/ui/button";

// One and the same component each time this file is run: see Question.jsx.
const Sight = (window.folioSight ??= function Sight({ shown, callAction }) {
  const { words } = shown;
  const [told, setTold] = useState(null);
  const [problem, setProblem] = useState("");
  const [working, setWorking] = useState(false);
  const status = useRef(null);

  // The server's newest word, whichever way it came.
  useEffect(() => setTold(null), [shown.id]);
  const now = told ?? shown;
  const isOver = now.state === "gone" || now.state === "dropped";
  const isLeftOut = now.state === "left_out" || now.state === "stub";
  const time = new Date(now.since ?? shown.since).toLocaleTimeString(document.documentElement.lang, { hour: "numeric", minute: "2-digit" });

  async function wish(what) {
    setWorking(true);
    setProblem("");
    try {
      const { response } = await callAction({ name: "sight", payload: { id: now.id, wish: what } });
      setTold(response.state === "gone" ? { ...response, said: words.gone } : response);
      status.current?.focus();
    } catch {
      setProblem(words.failed);
    }
    setWorking(false);
  }

  const button = (what, label) => (
    <Button type="button" variant="ghost" size="sm" disabled={working} onClick={() => wish(what)}>
      {label}
    </Button>
  );

  return (
    <div role="group" aria-label={words.group} className="folio-sight" data-state={now.state}>
      <p ref={status} role="status" tabIndex={-1} className="folio-word">
        {problem || now.said.replace("{time}", time)}
      </p>
      {!isOver && (
        <span>
          {!isLeftOut && button("leave_out", words.leave_out)}
          {now.state !== "kept" && button("keep", isLeftOut ? words.again : words.keep)}
        </span>
      )}
    </div>
  );
});

export default <Sight shown={props} callAction={callAction} />;
