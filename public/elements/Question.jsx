// A question about a change or a limit, in its step: allow it or not, and why. All texts come with the props.
import { useEffect, useRef, useState } from "react";
import { Button } from "@/components/ui/button";
import { Input } from "@/components/ui/input";

// This file is run anew whenever the page draws the element again. One and the same
// component each time keeps what was typed, and the focus where it is.
const Question = (window.folioQuestion ??= function Question({ asked, callAction }) {
  const { id, words } = asked;
  const [reason, setReason] = useState("");
  const [sending, setSending] = useState(false);
  const [told, setTold] = useState(null);
  const [announced, setAnnounced] = useState("");
  const group = useRef(null);
  const status = useRef(null);
  // By "keys" or by a "pointer": who cannot see a focus without a frame has come by keys.
  const pressed = useRef("");

  const answer = asked.state === "waiting" ? told : asked;
  const waiting = !answer || answer.state === "failed";

  // Once the row has opened, the buttons are to be seen without a search.
  useEffect(() => {
    const opened = setTimeout(() => waiting && group.current?.scrollIntoView({ block: "nearest" }), 300);
    return () => clearTimeout(opened);
  }, []);
  // A live region is read out when it changes, not when it appears.
  useEffect(() => setAnnounced(words.waiting), [words.waiting]);
  useEffect(() => {
    if (!waiting && pressed.current) status.current?.focus({ preventScroll: true });
  }, [waiting]);

  async function decide(button, allowed, always) {
    pressed.current = button.matches(":focus-visible") ? "keys" : "pointer";
    setSending(true);
    try {
      const sent = await callAction({ name: "decide", payload: { id, allowed, always, reason } });
      const { state, said } = sent.response;
      setTold({ state, said: said || words.gone });
    } catch {
      setTold({ state: "failed", said: words.failed });
    }
    setSending(false);
  }

  const button = (label, variant, allowed, always, title) => (
    <Button type="button" variant={variant} disabled={sending} title={title} onClick={(event) => decide(event.currentTarget, allowed, always)}>
      {label}
    </Button>
  );

  return (
    <div
      ref={group}
      role="group"
      aria-label={words.group}
      className="folio-question"
      data-state={answer?.state ?? "waiting"}
    >
      {waiting && (
        <>
          {words.reason && (
            <Input
              type="text"
              maxLength={500}
              value={reason}
              disabled={sending}
              placeholder={words.reason}
              aria-label={words.reason}
              onChange={(event) => setReason(event.target.value)}
            />
          )}
          <div className="folio-choices">
            {button(words.allow, "default", true, false)}
            {button(words.deny, "outline", false, false)}
            {words.always && button(words.always, "outline", true, true, words.covers)}
          </div>
        </>
      )}
      <p ref={status} role="status" tabIndex={-1} data-pressed={pressed.current} className={answer ? "folio-word" : "sr-only"}>
        {answer ? answer.said : announced}
      </p>
    </div>
  );
});

export default <Question asked={props} callAction={callAction} />;
