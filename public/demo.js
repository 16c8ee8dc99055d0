// The demo: a prepared conversation, played in the page at a readable pace. Only an app that was started for it says so,
// and brings all words.
import { japanese } from "/public/language.js";
import { onChange } from "/public/changes.js";
import { write } from "/public/composer.js";
import { Hands, steps } from "/public/demo_page.js";
import { Lost, Pace, Stopped } from "/public/demo_pace.js";

const STORE = "folio-demo";
const PLAYED = "played";

// Given with the address, and kept for when it is played again.
function given(name) {
  const value = new URLSearchParams(location.search).get(name) ?? sessionStorage.getItem(`${STORE}-${name}`);
  if (value) sessionStorage.setItem(`${STORE}-${name}`, value);
  return value;
}

let words = null;
let pace = null;
let letterMs = 0;

const bar = document.createElement("section");
bar.id = "folio-demo";
const caption = document.createElement("p");
caption.setAttribute("role", "status");
const count = document.createElement("span");
count.className = "folio-demo-count";
const buttons = document.createElement("div");

function button(name, act, shortcut) {
  const made = document.createElement("button");
  made.type = "button";
  made.textContent = words[name];
  made.title = words[`${name}_title`] ?? words[name];
  made.dataset.act = name;
  if (shortcut) made.setAttribute("aria-keyshortcuts", shortcut);
  made.addEventListener("click", act);
  return made;
}

// Below the message box, which moves when the conversation begins.
function place() {
  const composer = document.querySelector("#message-composer");
  if (composer && composer.nextElementSibling !== bar) composer.after(bar);
}

// Redraws the buttons; the focus stays on the one that was pressed, whatever it is called now.
function drawButtons() {
  const at = [...buttons.children].indexOf(document.activeElement);
  const playing = pace && !pace.stopped;
  const held = playing && pace.paused ? button("go_on", hold, "Space") : playing && button("pause", hold, "Space");
  const made = playing
    ? [held, button("next", next, "ArrowRight"), button("stop", stop, "Escape")]
    : [button("play", playAgain)];
  buttons.replaceChildren(...made);
  if (at >= 0) (made[at] ?? made[0]).focus();
}

function hold() {
  pace.paused = !pace.paused;
  drawButtons();
}

function next() {
  pace.paused = false;
  pace.hurried = true;
  drawButtons();
}

function stop() {
  pace.stopped = true;
}

const KEYS = { " ": hold, ArrowRight: next, Escape: stop };

function pressed(event) {
  const act = KEYS[event.key];
  if (!act || !pace || pace.stopped || !event.isTrusted) return;
  if (event.ctrlKey || event.metaKey || event.altKey || event.shiftKey || event.isComposing) return;
  // A button under the focus is pressed by Space, and while it is held the person may write.
  if (buttons.contains(event.target) && event.key === " ") return;
  if (pace.paused && event.target.matches("input, textarea, [contenteditable]")) return;
  event.preventDefault();
  event.stopImmediatePropagation();
  act();
}

// Says what is shown, and leaves time to read it.
async function say(name) {
  caption.textContent = words[name];
  await pace.rest(900 + words[name].length * letterMs);
}

async function showStep(hands, number, name) {
  const step = await hands.open(number);
  caption.textContent = words[name];
  const undo = step.querySelector(".folio-undo");
  if (undo) undo.scrollIntoView({ block: "center" });
  else step.scrollIntoView({ block: "start" });
  await pace.rest(1800 + words[name].length * letterMs);
}

let saved = null;
let changed = null;

const scenes = [
  async (hands) => {
    await say("list");
    const [listing] = await hands.ask(words.ask_list);
    await pace.rest(1500);
    await showStep(hands, listing, "step");
    await hands.close(listing);
  },
  async (hands) => {
    await say("title");
    await hands.ask(words.ask_title);
    await pace.rest(2500);
  },
  async (hands) => {
    await say("two");
    await hands.ask(words.ask_two);
    await pace.rest(4500);
  },
  async (hands) => {
    await say("search");
    await hands.ask(words.ask_search);
    await pace.rest(3500);
  },
  async (hands) => {
    await say("chart");
    await hands.ask(words.ask_chart);
    const chart = await pace.until(() => document.querySelector(".js-plotly-plot .main-svg"));
    caption.textContent = words.drawn;
    await hands.show(chart, 3500);
  },
  async (hands) => {
    await say("save");
    [, saved] = await hands.ask(words.ask_save);
    await pace.rest(2000);
    await showStep(hands, saved, "saved");
    await hands.close(saved);
  },
  async (hands) => {
    const opener = document.querySelector("#files-button");
    if (!opener) return;
    await say("panel");
    await hands.press(opener);
    await pace.until(() => document.querySelector(".folio-files"));
    await pace.rest(4000);
    await hands.press(opener);
    await pace.until(() => !document.querySelector(".folio-files"));
  },
  async (hands) => {
    await say("change");
    [, changed] = await hands.ask(words.ask_change, () => say("asked"));
    await pace.rest(2000);
  },
  async (hands) => {
    await say("undo");
    await hands.undo(changed);
    await pace.rest(1500);
    caption.textContent = words.undone;
    await hands.undo(saved);
    await pace.rest(2500);
  },
  async (hands) => {
    await say("large");
    await hands.ask(words.ask_large);
    await pace.rest(5000);
    caption.textContent = words.parts;
    await hands.choose(() => document.querySelector(".folio-offers button"));
    await say("whole");
    await pace.rest(4000);
  },
];

async function play() {
  sessionStorage.setItem(STORE, PLAYED);
  pace = new Pace(Number(given("speed")) || 1);
  bar.dataset.state = "playing";
  drawButtons();
  document.activeElement?.blur();
  let end = "end";
  try {
    for (const [number, scene] of scenes.entries()) {
      pace.hurried = false;
      count.textContent = `${number + 1}/${scenes.length}`;
      await scene(new Hands(pace));
    }
  } catch (error) {
    end = error instanceof Stopped ? "stopped" : "lost";
    if (!(error instanceof Stopped || error instanceof Lost)) console.warn(error);
    if (document.querySelector("#chat-input")) write("");
  }
  pace.stopped = true;
  caption.textContent = words[end];
  bar.dataset.state = end;
  count.textContent = "";
  drawButtons();
}

// In a conversation of its own, as the first time.
function playAgain() {
  if (!steps().length) return play();
  sessionStorage.removeItem(STORE);
  location.assign("/");
}

// Shows the bar, once; the first time in a tab the demo begins by itself. Each conversation brings the words anew: the
// file that is saved has a name that is free by then.
export function offer(languages) {
  if (pace && !pace.stopped) return;
  const language = given("language") ?? (japanese ? "ja" : "en");
  const shown = words !== null;
  words = languages[language] ?? languages.en;
  if (shown) return;
  letterMs = language === "ja" ? 85 : 42;
  bar.lang = language;
  bar.setAttribute("aria-label", words.region);
  bar.append(count, caption, buttons);
  onChange(place);
  document.addEventListener("keydown", pressed, true);
  caption.textContent = words.offered;
  if (sessionStorage.getItem(STORE) !== PLAYED) play();
  else drawButtons();
}
