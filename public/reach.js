// For keyboards and screen readers: a way past the header, steps and answers told as they come, the focus never lost.
import { onChange } from "/public/changes.js";
import { say } from "/public/language.js";

const WORDS = {
  skip: say("Go to the message box", "メッセージ欄へ移動"),
  ready: say("The answer is ready", "回答ができました"),
  more: (count) => say(`${count} more steps`, `ほか ${count} 件の手順`),
  stop: say(". ", "。"),
};
// Steps come in bursts: what is told is what a person can listen to.
const TELL_MS = 600;
const MOST_TOLD = 3;
const TOUCHED = matchMedia("(pointer: coarse)");

const box = () => document.querySelector("#chat-input");
const running = () => document.querySelector("#stop-button") !== null;

const spoken = document.createElement("p");
spoken.id = "folio-spoken";
spoken.className = "sr-only";
spoken.setAttribute("role", "status");

const skip = document.createElement("a");
skip.id = "folio-skip";
skip.href = "#chat-input";
skip.textContent = WORDS.skip;
skip.addEventListener("click", (event) => {
  event.preventDefault();
  box()?.focus();
});

let untold = [];
let telling = 0;

export function tell(text) {
  untold.push(text);
  telling ||= setTimeout(() => {
    const [told, left] = [untold.slice(-MOST_TOLD), untold.length - MOST_TOLD];
    spoken.textContent = [...(left > 0 ? [WORDS.more(left)] : []), ...told].join(WORDS.stop);
    untold = [];
    telling = 0;
  }, TELL_MS);
}

const told = new WeakSet();
let ran = false;

// A row of the newest turn is told when its step has ended. Those of a conversation that is opened again are known.
function tellSteps() {
  const runs = running();
  const question = [...document.querySelectorAll('[data-step-type="user_message"]')].at(-1);
  for (const row of document.querySelectorAll('[data-step-type="tool"] [id^="step-"]:is(button, p)')) {
    if (told.has(row) || row.classList.contains("loading-shimmer")) continue;
    const isNew = !question || question.compareDocumentPosition(row) & Node.DOCUMENT_POSITION_FOLLOWING;
    // The row may be there before the button that says that a turn runs.
    if (isNew && !runs && !ran) continue;
    told.add(row);
    if (isNew) tell(row.textContent.trim());
  }
  if (ran && !runs) tell(WORDS.ready);
  ran = runs;
}

let last = null;

function remember(event) {
  last = event.target;
}

// Gone, or in the composer and no longer to be pressed.
const isLost = (node) => !node.isConnected || (node.disabled && node.closest("#message-composer"));

// The button that was pressed is lost: its like takes the focus, else the message box, which on a phone would open a keyboard.
function keepFocus() {
  if (!last || !isLost(last) || document.activeElement !== document.body) return;
  const like = last.id && document.querySelector(`#${CSS.escape(last.id)}:not([disabled])`);
  const place = like || (TOUCHED.matches ? document.querySelector("main, [role='main']") : box());
  // A message box that cannot be written in yet takes it later.
  if (!place || place.disabled) return;
  last = null;
  if (place.tabIndex < 0) place.tabIndex = -1;
  place.focus({ preventScroll: true });
}

// Below an open menu nothing can be pressed, and nothing there takes the focus. Undone at once, for the menu gives it back.
function coverBelowMenus(part) {
  const covered = () => part.hasAttribute("data-aria-hidden") && document.querySelector('[role="menu"]') !== null;
  new MutationObserver(() => (part.inert = covered())).observe(part, { attributeFilter: ["data-aria-hidden"] });
}

// The part of a conversation's link that holds its menu's button: named by its text, and so is the link.
function nameConversations() {
  for (const part of document.querySelectorAll("a > [data-sidebar='menu-button']")) {
    const name = part.textContent.trim();
    if (part.getAttribute("aria-label") !== name) part.setAttribute("aria-label", name);
  }
}

document.body.prepend(skip, spoken);
document.addEventListener("focusin", remember, true);
onChange(tellSteps);
onChange(keepFocus);
onChange(nameConversations);
[skip, document.querySelector("#root")].forEach(coverBelowMenus);
