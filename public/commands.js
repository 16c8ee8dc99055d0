// Names of files in the message box: after /read and its like, after @, and in quotes.
import { onChange } from "/public/changes.js";
import { box, command, write } from "/public/composer.js";
import { onMessageOut } from "/public/line.js";
import { say } from "/public/language.js";
import { quoted, quotesFor } from "/public/quoting.js";
import { tell } from "/public/reach.js";

const MOST = 8;
const WAIT_MS = 120;
// Where a name is wanted, and what of it is there.
const COMMAND = /^\/(\w+) +([^"\n]{0,200})$/;
const NAMED = ["list", "read", "summarize"];
const AFTER_AT = /(?:^|[\s(（、。])(@([^\s@"「」]{0,200}))$/;
const IN_QUOTES = /(?:^|[\s(（、。])(["“]([^"”\n]{1,200}))$|(「([^」\n]{1,200}))$/;

const WORDS = {
  files: say("Files", "ファイル"),
  folder: say("folder", "フォルダ"),
  offered: (number) =>
    say(`${number} files: choose with the arrow keys, Enter takes one`, `候補 ${number} 件。矢印キーで選び、Enter で確定します`),
};

// What the box waits for once a command was picked.
const HINTS = {
  list: say("A folder's name, or Enter to send", "フォルダ名を入力。Enter だけでも送信できます"),
  read: say("A file's name", "ファイル名を入力"),
  search: say("Words to look for", "検索する言葉を入力"),
  summarize: say("A file's name", "ファイル名を入力"),
  undo: say("Press Enter to send", "Enter で送信します"),
  export: say("Press Enter to send", "Enter で送信します"),
  check: say("Press Enter to send", "Enter で送信します"),
};

const list = Object.assign(document.createElement("ul"), { id: "folio-names", hidden: true });
list.setAttribute("role", "listbox");
list.setAttribute("aria-label", WORDS.files);

let wanted = null;
let chosen = -1;
let asking = new AbortController();
let waiting = 0;
let given = "";

const isOpen = () => !list.hidden;

// The name that is being typed up to the caret: what it is, and where what is to be replaced begins.
function nameAt(text) {
  const [, written, name] = COMMAND.exec(text) ?? [];
  if (NAMED.includes(written)) return { typed: name, from: text.length - name.length, folders: written === "list" };
  const at = AFTER_AT.exec(text);
  if (at) return { typed: at[2], from: text.length - at[1].length };
  const quoted = IN_QUOTES.exec(text);
  if (quoted) return { typed: quoted[2] ?? quoted[4], from: text.length - (quoted[1] ?? quoted[3]).length, quotes: quoted[3] ? "「」" : '""' };
  return NAMED.includes(command()) && text.length < 200 ? { typed: text, from: 0, folders: command() === "list" } : null;
}

async function names({ typed, folders }, signal) {
  const address = typed.trim()
    ? `/folio/files/find?text=${encodeURIComponent(typed.trim())}`
    : "/folio/files/list?limit=200";
  const answer = await fetch(address, { signal });
  if (!answer.ok) return [];
  const { names: found } = await answer.json();
  const rows = found.map(({ path, name, kind }) => ({ path: path ?? name, kind }));
  const begins = ({ path }) => path.split("/").pop().toLowerCase().startsWith(typed.trim().toLowerCase());
  const fit = rows.filter(({ kind }) => (folders ? kind === "folder" : kind === "file"));
  const rank = (row) => (row.path === typed.trim() ? 0 : begins(row) ? 1 : 2);
  return fit.sort((one, other) => rank(one) - rank(other)).slice(0, MOST);
}

function option({ path, kind }, index) {
  const row = document.createElement("li");
  row.id = `folio-name-${index}`;
  row.setAttribute("role", "option");
  row.dataset.path = path;
  const name = Object.assign(document.createElement("span"), { className: "folio-name", textContent: path.split("/").pop() });
  const rest = path.includes("/") ? path.slice(0, path.lastIndexOf("/")) : kind === "folder" ? WORDS.folder : "";
  row.append(name, Object.assign(document.createElement("span"), { className: "folio-name-in", textContent: rest }));
  return row;
}

function choose(index) {
  chosen = index;
  [...list.children].forEach((row, at) => row.setAttribute("aria-selected", String(at === index)));
  const row = list.children[index];
  row?.scrollIntoView({ block: "nearest" });
  if (row) box()?.setAttribute("aria-activedescendant", row.id);
  else box()?.removeAttribute("aria-activedescendant");
}

function close() {
  clearTimeout(waiting);
  asking.abort();
  wanted = null;
  list.hidden = true;
  choose(-1);
}

function offer(found, { typed }) {
  list.dataset.typed = typed;
  list.replaceChildren(...found.map(option));
  list.hidden = !found.length;
  choose(found.length ? 0 : -1);
  if (found.length) tell(WORDS.offered(found.length));
}

function look() {
  const input = box();
  const before = input?.value.slice(0, input.selectionStart) ?? "";
  const next = input && input.selectionStart === input.selectionEnd ? nameAt(before) : null;
  if (!next || (given && before.endsWith(given))) return close();
  wanted = next;
  clearTimeout(waiting);
  asking.abort();
  asking = new AbortController();
  waiting = setTimeout(() => names(next, asking.signal).then((found) => offer(found, next), () => {}), WAIT_MS);
}

function written(path, { from, quotes, folders }, input) {
  const isAlone = folders !== undefined;
  const [open, shut] = quotes ? quotesFor(path, quotes) : ["", ""];
  const name = quotes ? open + path + shut : isAlone ? path : quoted(path);
  const after = input.value.slice(input.selectionStart);
  return { text: input.value.slice(0, from) + name, after: isAlone || quotes ? after : ` ${after.trimStart()}` };
}

// What the box would hold before and after the caret with a name taken; null where there is none to take.
function taken(index) {
  const input = box();
  const path = list.children[index]?.dataset.path;
  return input && wanted && path ? written(path, wanted, input) : null;
}

// Whether the name stands there already, as a whole.
function isWhole(index) {
  const found = taken(index);
  return found !== null && (found.text + found.after).trim() === box().value.trim();
}

// Whether the names are still those for what was typed before.
const isLate = () => list.dataset.typed !== wanted?.typed;

function take(index) {
  const input = box();
  const found = taken(index);
  if (!found) return;
  const { text, after } = found;
  const caret = text.length + (after.startsWith(" ") ? 1 : 0);
  given = (text + after).slice(0, caret);
  write(text + after, caret);
  close();
  input.focus();
  requestAnimationFrame(() => input.setSelectionRange(caret, caret));
}

const KEYS = {
  ArrowDown: () => choose((chosen + 1) % list.children.length),
  ArrowUp: () => choose((chosen - 1 + list.children.length) % list.children.length),
  Enter: () => take(chosen),
  Tab: () => take(chosen),
  Escape: close,
};

// Before everybody else's: while the list is open, these keys are its own.
function pressed(event) {
  const act = KEYS[event.key];
  if (!isOpen() || !act || event.target !== box() || event.isComposing || event.shiftKey || event.keyCode === 229) return;
  if (event.key === "Enter" && (isLate() || isWhole(chosen))) return close();
  event.preventDefault();
  event.stopImmediatePropagation();
  if (event.key !== "Tab" || !isLate()) act();
}

let usual = "";
let picked = "";

function hint(input) {
  const now = command();
  if (now === picked) return;
  if (!picked) usual = input.placeholder;
  picked = now;
  input.placeholder = HINTS[now] ?? usual;
  if (HINTS[now]) tell(HINTS[now]);
}

function place() {
  const input = box();
  if (!input) return;
  hint(input);
  if (input.parentElement.lastElementChild !== list) input.after(list);
  for (const [name, value] of [["aria-autocomplete", "list"], ["aria-controls", list.id]]) {
    if (input.getAttribute(name) !== value) input.setAttribute(name, value);
  }
}

list.addEventListener("pointerdown", (event) => {
  event.preventDefault();
  take([...list.children].indexOf(event.target.closest("[role='option']")));
});
addEventListener("keydown", pressed, true);
document.addEventListener("input", ({ target }) => {
  if (target !== box()) return;
  given = target.value.startsWith(given) ? given : "";
  look();
});
document.addEventListener("focusout", ({ target }) => target === box() && close());
// Sent faster than names were found, none are wanted any more.
onMessageOut(close);
onChange(place);
place();
