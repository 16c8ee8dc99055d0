// What the person has written and the app does not have yet, in order. Each is {id, text, state}: "sent" is on its way,
// "next" is asked by itself, "held" waits for the person, "adding" for a safe point.
import { conversation, goOver, keep } from "/public/kept.js";

let messages = [];
const changed = [];
const adopted = [];

export const onWaiting = (act) => changed.push(act);
// What another tab, or this one before it was loaded anew, has left here.
export const onAdopted = (act) => adopted.push(act);

export const all = () => messages;
export const having = (...states) => messages.filter(({ state }) => states.includes(state));
export const without = (id) => messages.filter((message) => message.id !== id);

export function change(now, said) {
  messages = now;
  keep(messages);
  changed.forEach((act) => act(said));
}

export function alter(id, how, said) {
  change(messages.map((message) => (message.id === id ? { ...message, ...how } : message)), said);
}

// Of what is on its way nobody knows yet whether it has to wait.
const heldBack = (message) => (message.state === "sent" ? { ...message, isHeld: true } : { ...message, state: "held" });

export function hold() {
  if (messages.length) change(messages.map(heldBack));
}

// What waits belongs to its conversation. What was written before that had an id, or in one that is lost, goes with it.
export function belongTo(id, { isBrokenOff, isLost }) {
  if (id === conversation()) return;
  const own = conversation() && !isLost ? [] : messages;
  goOver(id, (kept, isBack) => {
    change([...(isBack && !isBrokenOff ? kept : kept.map(heldBack)), ...messages]);
    adopted.forEach((act) => act());
  });
  change(own);
}
