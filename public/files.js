// Files beside the chat: the button that opens the panel, links to files in answers, and what the conversation changed.
import { box, write } from "/public/composer.js";
import { Tree, fetched, folderOf, joined, placeOf } from "/public/files_tree.js";
import { date, size, words } from "/public/files_words.js";
import { goesTo } from "/public/uploads.js";

const MARKS = "folio-changed:";
const OPEN = "folio-panel:";
const TRIES = 20;
const AGAIN_MS = 1000;
const VERBS = { created: "created", copied: "created", moved: "created", folder_made: "created", uploaded: "created", deleted: "deleted" };

const post = (message) => window.postMessage(message, location.origin);

// What the conversation has changed: kept with it in this tab, and told again where it is shown anew.
let told = "";
const thread = () => location.pathname.match(/^\/thread\/([^/]+)/)?.[1] ?? told;

function changesKept() {
  try {
    return JSON.parse(sessionStorage.getItem(MARKS + thread())) ?? [];
  } catch {
    return [];
  }
}

function takeChanges({ thread: id, changes, undone, anew }) {
  told = id;
  // What cannot be undone has no receipt, and is not told anew.
  const kept = changesKept().filter(({ receipt }) => receipt !== undone && !(anew && receipt));
  for (const { id: receipt, verb, path, source } of undone ? [] : changes) {
    if (verb === "moved") kept.push({ receipt, path: source, mark: "deleted" });
    kept.push({ receipt, path, mark: VERBS[verb] ?? "changed" });
  }
  sessionStorage.setItem(MARKS + thread(), JSON.stringify(kept));
  dispatchEvent(new Event("folio-marks"));
}

// The newest mark of each path; what was created and then changed was created.
function marks() {
  const newest = new Map();
  for (const { path, mark } of thread() ? changesKept() : []) {
    const made = mark === "changed" && newest.get(path) === "created";
    newest.delete(path);
    newest.set(path, made ? "created" : mark);
  }
  return newest;
}

let again = 0;
const isOpen = () => document.querySelector(".folio-files") !== null;

// Opens the panel, at a file if one is given as {path, first, last}.
function open(file = null) {
  folioFiles.wanted = file;
  if (isOpen()) dispatchEvent(new Event("folio-file"));
  else askFor(Math.random().toString(36).slice(2), TRIES);
}

// The app opens the panel, once for each wish; a page that has no connection yet, or has lost it, is not heard.
function askFor(id, tries) {
  clearTimeout(again);
  if (isOpen() || tries === 0) return;
  post({ type: "folio-panel", id });
  again = setTimeout(askFor, AGAIN_MS, id, tries - 1);
}

// That the panel is open, and at which file, is kept in this tab over a reload, for each conversation; null when it closes.
let atFile = null;

function keep(file) {
  atFile = file;
  if (file) sessionStorage.setItem(OPEN + thread(), JSON.stringify(file));
  else sessionStorage.removeItem(OPEN + thread());
}

function openAgain() {
  const kept = JSON.parse(sessionStorage.getItem(OPEN + thread()) ?? "null");
  if (kept) open(kept.path ? kept : null);
}

// The conversation that the page shows has another name from now on.
function takeIn(id) {
  const file = atFile;
  if (file) keep(null);
  told = id;
  if (file) keep(file);
}

function close() {
  dispatchEvent(new Event("folio-close"));
}

function ask(path) {
  write(box().value.trim() ? `${box().value.trimEnd()} ${words.named(path)} ` : words.about(path));
  box().focus();
}

const button = document.createElement("button");
button.id = "files-button";
button.type = "button";
button.title = words.files;
button.setAttribute("aria-label", words.files);
button.innerHTML =
  '<svg viewBox="0 0 24 24" width="20" height="20" fill="none" stroke="currentColor" stroke-width="2" stroke-linecap="round" stroke-linejoin="round" aria-hidden="true"><path d="M20 10a1 1 0 0 0 1-1V6a1 1 0 0 0-1-1h-2.5a1 1 0 0 1-.8-.4l-.9-1.2A1 1 0 0 0 15 3h-2a1 1 0 0 0-1 1v5a1 1 0 0 0 1 1Z"/><path d="M20 21a1 1 0 0 0 1-1v-3a1 1 0 0 0-1-1h-2.9a1 1 0 0 1-.88-.55l-.42-.85a1 1 0 0 0-.92-.6H13a1 1 0 0 0-1 1v5a1 1 0 0 0 1 1Z"/><path d="M3 5a2 2 0 0 0 2 2h3"/><path d="M3 3v13a2 2 0 0 0 2 2h3"/></svg>';
button.addEventListener("click", () => (isOpen() ? close() : open()));

function arrange() {
  const theme = document.querySelector("#theme-toggle");
  if (theme && theme.previousElementSibling !== button) theme.before(button);
  // On a phone the panel is a dialog, whose name is lost.
  document.querySelector("[role='dialog']:has(.folio-files):not([aria-label])")?.setAttribute("aria-label", words.files);
  // The panel's border names the panel beside it by an id that nothing has.
  for (const border of document.querySelectorAll("[role='separator'][aria-controls]")) {
    if (!document.getElementById(border.getAttribute("aria-controls"))) border.removeAttribute("aria-controls");
  }
  const expanded = String(isOpen());
  if (button.getAttribute("aria-expanded") !== expanded) button.setAttribute("aria-expanded", expanded);
}

// A link to a file: one that the app made in an answer, or one that stands in a document that is shown.
function fileOf(link) {
  const target = link.getAttribute("href") ?? "";
  const [, path, first, last] = target.match(/^#file=([^&]*)(?:&lines=(\d+)-(\d+))?$/) ?? [];
  if (path) return { path: decodeURIComponent(path), first: Number(first) || 0, last: Number(last) || 0 };
  const shown = link.closest("[data-folder]");
  if (!shown || /^([a-z][a-z0-9+.-]*:|[#/?])/i.test(target)) return null;
  const base = new URL(`http://folder/${shown.dataset.folder ? `${shown.dataset.folder}/` : ""}`);
  return { path: decodeURIComponent(new URL(target, base).pathname.slice(1)), first: 0, last: 0 };
}

function follow(event) {
  const link = event.target.closest?.("a[href]");
  if (!link || event.button !== 0 || event.ctrlKey || event.metaKey) return;
  let file = null;
  try {
    file = fileOf(link);
  } catch {
    return;
  }
  if (!file) return;
  event.preventDefault();
  event.stopPropagation();
  open(file);
}

function hear(event) {
  if (event.origin !== location.origin) return;
  if (event.data?.type === "folio-changed" && event.data.thread) takeChanges(event.data);
  if (event.data?.type === "folio-here") takeIn(event.data.id);
  if (event.data?.type === "folio-model") told = "";
}

const folioFiles = { tree: new Tree(), wanted: null, words, size, date, fetched, folderOf, placeOf, goesTo, joined, marks, open, keep, ask, button };
window.folioFiles = folioFiles;

addEventListener("message", hear);
document.addEventListener("click", follow, true);
let waiting = false;
new MutationObserver(() => {
  if (waiting) return;
  waiting = true;
  requestAnimationFrame(() => {
    waiting = false;
    arrange();
  });
}).observe(document.body, { childList: true, subtree: true });
arrange();
openAgain();
