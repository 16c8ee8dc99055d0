// Above a long conversation: how many messages came before what is shown, and a button that brings the next of them.
import { useRef, useState } from "react";
import { useSetRecoilState } from "recoil";
import { elementState, messagesState, nestMessages } from "@chainlit/react-client";
import { Button } from "@/components/ui/button";

// One and the same component each time this file is run: see Question.jsx.
const Earlier = (window.folioEarlier ??= function Earlier({ shown }) {
  const { row, thread, first, left, words } = shown;
  const [working, setWorking] = useState(false);
  const [said, setSaid] = useState("");
  const setMessages = useSetRecoilState(messagesState);
  const setElements = useSetRecoilState(elementState);
  const place = useRef(null);
  const counted = (text, count) => text.replace("{count}", count.toLocaleString());

  async function bring() {
    setWorking(true);
    try {
      const answer = await fetch(`/folio/earlier/${[thread, first].map(encodeURIComponent).join("/")}`);
      if (!answer.ok) throw new Error(answer.statusText);
      const come = await answer.json();
      stay(place.current);
      put(come);
      setSaid(counted(words.come, left - come.left));
    } catch {
      setSaid(words.failed);
    }
    setWorking(false);
  }

  // Between this row and what is shown: nothing of that is touched, whatever runs there.
  function put({ steps, elements, left: now }) {
    setMessages((all) => {
      const at = all.findIndex(({ id }) => id === row) + 1;
      return [...all.slice(0, at), ...nestMessages(steps), ...all.slice(at)];
    });
    setElements((all) => {
      const known = new Set(all.map(({ id }) => id));
      const changed = all.map((one) => (one.forId === row ? { ...one, props: { ...one.props, first: steps[0].id, left: now } } : one));
      return [...elements.filter(({ id }) => !known.has(id)), ...changed];
    });
  }

  return (
    <div ref={place} className="folio-earlier">
      {left > 0 ? (
        <Button type="button" variant="outline" size="sm" disabled={working} onClick={bring}>
          {counted(words.more, left)}
        </Button>
      ) : (
        <p className="folio-word">{words.all}</p>
      )}
      <p role="status" className={said === words.failed ? "folio-word" : "sr-only"}>
        {said}
      </p>
    </div>
  );
});

// What was read stays where it is on the screen, and is where the keyboard goes on from.
function stay(node) {
  const reading = node.closest(".step").nextElementSibling;
  const scrolled = node.closest(".overflow-y-auto");
  const top = reading.getBoundingClientRect().top;
  reading.tabIndex = -1;
  reading.focus({ preventScroll: true });
  const observer = new MutationObserver(() => {
    if (reading.previousElementSibling === node.closest(".step")) return;
    observer.disconnect();
    scrolled.scrollTop += reading.getBoundingClientRect().top - top;
  });
  observer.observe(scrolled, { childList: true, subtree: true });
}

export default <Earlier shown={props} />;
