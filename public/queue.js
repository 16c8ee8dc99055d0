// Messages written while a turn runs: they wait above the composer, to be asked next or added to the running question.
import { say } from "/public/language.js";
import { box, command, offered, running, submit, takeOut, write } from "/public/composer.js";
import { room, way } from "/public/follow.js";
import { forgetAll } from "/public/kept.js";
import { onMessageOut } from "/public/line.js";
import { isForgotten } from "/public/thread.js";
import { all, alter, belongTo, change, having, hold, onWaiting, without } from "/public/waiting.js";

const WORDS = {
  list: say("Waiting messages", "待機中のメッセージ"),
  ask: say("Ask next", "次に質問"),
  add: say("Add to this", "今の質問に追加"),
  send: say("Send", "送信"),
  back: say("Take back", "入力欄に戻す"),
  next: say("is asked next", "次に質問します"),
  held: say("waits for you to send it", "送信待ち"),
  adding: say("is being added", "追加しています"),
  queued: say("Waiting: it is asked next.", "待機中です。次に質問します。"),
  added: say("Added to the question.", "今の質問に追加しました。"),
  refused: say("It could not be added, so it is asked next.", "追加できないため、次に質問します。"),
};
// Without the Stop button for this long a turn is over; between two requests it never goes.
const OVER_MS = 300;
const TYPING_MS = 700;
const RETRY_MS = 2000;
const LOOKS = 12;
const LOOK_MS = 25;
const ACTS = { next: ["add", "back"], held: ["send", "back"], adding: [] };

const region = document.createElement("div");
region.id = "folio-queue-region";
const list = document.createElement("ol");
list.id = "folio-queue";
list.setAttribute("aria-label", WORDS.list);
const later = button("folio-ask-next", WORDS.ask, () => queueDraft());
const status = document.createElement("p");
status.id = "folio-queue-status";
status.className = "sr-only";
status.setAttribute("role", "status");
region.append(list, later, status);

let typedAt = 0;
let composing = false;
// The message that is being asked, by its id.
let asked = "";
let timer = 0;
// Whether the server, since the page has its connection, has said which conversation it shows.
let isPlaced = false;

function button(kind, text, act, label) {
  const made = document.createElement("button");
  made.type = "button";
  made.className = kind;
  made.textContent = text;
  if (label) made.setAttribute("aria-label", label);
  made.addEventListener("click", act);
  return made;
}

function queue(text) {
  const id = Math.random().toString(36).slice(2);
  if (text.trim()) change([...all(), { id, text, state: "next" }], WORDS.queued);
}

function queueDraft() {
  queue(takeOut());
  box().focus();
}

// Only text can wait: while a turn runs, a command is written rather than picked.
function pick(row) {
  write(`/${offered(row)} `);
  box().focus();
}

function sendAddition(message) {
  window.postMessage({ type: "folio-add", id: message.id, text: message.text }, location.origin);
}

const acts = {
  add(message) {
    alter(message.id, { state: "adding" }, WORDS.adding);
    sendAddition(message);
    box().focus();
  },
  back(message) {
    change(without(message.id));
    write([box().value, message.text].filter((text) => text.trim()).join("\n"));
    box().focus();
  },
  send(message) {
    alter(message.id, { state: "next" });
    box().focus();
    goOnSoon(0);
  },
};

function row(message) {
  const made = document.createElement("li");
  made.dataset.state = message.state;
  const text = document.createElement("span");
  text.className = "folio-waiting-text";
  text.textContent = message.text;
  text.title = message.text;
  const state = document.createElement("span");
  state.className = "folio-waiting-state";
  state.textContent = WORDS[message.state];
  const buttons = ACTS[message.state].map((act) =>
    button(
      `folio-${act}`,
      WORDS[act],
      () => acts[act](message),
      `${WORDS[act]}: ${message.text}`,
    ),
  );
  made.append(text, state, ...buttons);
  return made;
}

// What is on its way stands in the conversation. The focus stays on the button it is on; where that has gone, it goes to
// the composer.
function show(said) {
  if (said) status.textContent = said;
  const focused = list.contains(document.activeElement) && document.activeElement.getAttribute("aria-label");
  list.replaceChildren(...having("next", "held", "adding").map(row));
  place();
  if (focused) ([...list.querySelectorAll("button")].find((now) => now.getAttribute("aria-label") === focused) ?? box()).focus();
}

// Changes only what is not yet as it should be: otherwise the observer would wake itself for ever.
function place() {
  const composer = document.querySelector("#message-composer");
  if (!composer) return;
  if (composer.previousElementSibling !== region) composer.before(region);
  const offers = running() && Boolean(box()?.value.trim() || command());
  if (later.hidden === offers) later.hidden = !offers;
  if (list.hidden !== !list.children.length) list.hidden = !list.children.length;
}

function goOnSoon(wait) {
  clearTimeout(timer);
  timer = setTimeout(() => {
    timer = 0;
    goOn();
  }, wait);
}

function cancelGoingOn() {
  clearTimeout(timer);
  timer = 0;
}

// The turn is over, as far as the page knows: the next message is asked, unless the person is just writing.
function goOn() {
  // Whatever is on its way comes first.
  if (running() || asked || !isPlaced || !box() || having("sent").length) return;
  if (composing || Date.now() - typedAt < TYPING_MS) {
    goOnSoon(TYPING_MS);
    return;
  }
  // What no safe point came for is asked by itself.
  having("adding").forEach(({ id }) => alter(id, { state: "next" }));
  const [next] = having("next");
  if (next) ask(next);
}

// Asks through the composer, in which the person's draft then stands again. Whatever is asked is kept by its old name
// or by its new one, never by both: loaded anew in between, the page would ask twice.
async function ask(message) {
  asked = message.id;
  const draft = takeOut();
  write(message.text);
  const sent = (await until(() => !command() && submit())) && (submit().click(), await until(() => !box().value));
  if (sent) change(without(message.id));
  if (draft || !sent) write(draft);
  asked = "";
  // Without a connection nothing can be sent yet.
  if (!sent) goOnSoon(RETRY_MS);
}

// Not by frames, which a tab in the background does not get.
async function until(holds) {
  for (let look = 0; look < LOOKS; look++) {
    if (holds()) return true;
    await new Promise((done) => setTimeout(done, LOOK_MS));
  }
  return false;
}

function typed(event) {
  if (event.target.id !== "chat-input") return;
  if (!asked) typedAt = Date.now();
  place();
}

// What the page itself sends before it is placed may never go out, and nobody would know.
const mayAsk = () => isPlaced && !running();

// Enter while a turn runs, which the page itself ignores, or while another message is about to be asked, which it would
// overtake; not the one that ends a word of an input method.
function pressed(event) {
  if (event.key !== "Enter" || event.shiftKey || event.isComposing || event.target.id !== "chat-input") return;
  if (mayAsk() && !having("next").length) return;
  event.preventDefault();
  event.stopImmediatePropagation();
  if (offered()) pick();
  else queueDraft();
}

function clicked(event) {
  const asking = event.target.closest("#starters button, .folio-offers button");
  const row = running() && event.target.closest("#message-composer .command-item");
  const isDraft = !isPlaced && event.isTrusted && event.target.closest("#chat-submit");
  if (event.target.closest("#stop-button, #confirm")) hold();
  if (!row && !isDraft && (!asking || (mayAsk() && event.detail < 2))) return;
  // A second click asks nothing twice, and while a turn runs a button's question waits like any other.
  event.preventDefault();
  event.stopImmediatePropagation();
  if (row) pick(row);
  else if (isDraft) queueDraft();
  else if (!mayAsk() && event.detail < 2) queue(asking.title || asking.innerText);
}

const told = {
  "folio-adding": (id) => alter(id, { state: "adding" }),
  "folio-refused": (id) => alter(id, { state: "next" }, WORDS.refused),
  "folio-added": (id) => all().some((message) => message.id === id) && change(without(id), WORDS.added),
  "folio-returned": () => having("adding").forEach(sendAddition),
  // The page holds that nothing runs, until it is told what does.
  "folio-connected": () => (isPlaced = false),
  "folio-here": placed,
};

// What follows on an answer that was broken off waits for the person.
function placed(id, about) {
  if (isForgotten(id, about.isLost)) return;
  isPlaced = true;
  belongTo(id, about);
  if (about.isBrokenOff) hold();
  if (all().length && !timer) goOnSoon(OVER_MS);
}

function heard(event) {
  if (event.origin !== location.origin || typeof event.data !== "object") return;
  told[event.data?.type]?.(event.data.id, event.data);
}

function observed() {
  place();
  watchRoom();
  if (running()) cancelGoingOn();
  else if (!timer && !having("sent").length && having("next", "adding").length) goOnSoon(OVER_MS);
}

// What waits takes its room from the conversation: whoever is at its end, and so follows it, stays there.
let watched = null;
const sizes = new ResizeObserver(() => {
  if (!way()) watched.scrollTop = watched.scrollHeight;
});

function watchRoom() {
  const shown = room();
  if (!shown || shown === watched) return;
  sizes.disconnect();
  watched = shown;
  sizes.observe(watched);
}

onWaiting(show);
onMessageOut(() => asked && change(without(asked)));
addEventListener("message", heard);
addEventListener("folio-signed-out", () => {
  change([]);
  forgetAll();
});
document.addEventListener("keydown", pressed, true);
document.addEventListener("click", clicked, true);
document.addEventListener("input", typed, true);
document.addEventListener("compositionstart", () => (composing = true), true);
document.addEventListener("compositionend", () => (composing = false), true);
new MutationObserver(observed).observe(document.body, { childList: true, subtree: true });
show();
