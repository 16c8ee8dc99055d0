// What was sent stays with the page until the app has said that it is kept there. A line that is dead, or an app that is,
// takes a message and says nothing: once there is a line again the page asks, and what has not come is asked anew.
import { say } from "/public/language.js";
import { onMessageOut } from "/public/line.js";
import { isForgotten } from "/public/thread.js";
import { all, alter, change, having, onAdopted, without } from "/public/waiting.js";

const WORDS = {
  next: say("Your message had not arrived. It is asked now.", "メッセージが届いていなかったため、改めて質問します。"),
  held: say(
    "Your message had not arrived. It waits for you to send it.",
    "メッセージが届いていませんでした。送信待ちになっています。",
  ),
};

// Whether the app has said, since the page has its connection, which conversation it shows.
let isPlaced = false;

// For how long the oldest of them is on its way.
export const underWayMs = () => Math.max(0, ...having("sent").map(({ at }) => Date.now() - at));

function out({ id, output, command }) {
  const text = command ? `/${command} ${output}`.trimEnd() : output;
  // What is lost a second time is not tried for ever.
  const isHeld = having("next").some((message) => message.wasLost && message.text === text);
  change([...all(), { id, text, state: "sent", at: Date.now(), isHeld }]);
}

function inquire() {
  for (const { id } of having("sent")) window.postMessage({ type: "folio-sent", id }, location.origin);
}

function lost(id) {
  const message = having("sent").find((sent) => sent.id === id);
  if (!message) return;
  const state = message.isHeld ? "held" : "next";
  alter(id, { state, wasLost: true }, WORDS[state]);
}

function placed(id, { isLost }) {
  if (isForgotten(id, isLost)) return;
  const isAnew = !isPlaced;
  isPlaced = true;
  if (isAnew) inquire();
}

const told = {
  "folio-connected": () => (isPlaced = false),
  "folio-here": placed,
  "folio-taken": (id) => having("sent").some((message) => message.id === id) && change(without(id)),
  "folio-lost": lost,
};

addEventListener("message", ({ origin, data }) => {
  if (origin === location.origin && Object.hasOwn(told, data?.type ?? "")) told[data.type](data.id, data);
});
onMessageOut(out);
onAdopted(inquire);
