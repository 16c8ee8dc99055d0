// Files from outside: dropped anywhere, pasted or chosen, each on its way or arrived as a chip in the message box.
// A place that shows a folder says which by `data-folio-folder`; `folio-choose-files` with {folder} opens the chooser.
import { onChange } from "/public/changes.js";
import { say } from "/public/language.js";
import { WORDS, button, bytes, made } from "/public/uploads_parts.js";

const WAY = "/folio/files/upload";
const AT_ONCE = 3;
const UPLOADS = "uploads";

const region = made("div", "");
region.id = "folio-uploads";
const list = made("ul", "");
list.setAttribute("aria-label", WORDS.list);
const status = made("p", "sr-only");
status.setAttribute("role", "status");
region.append(list, status);

const chooser = made("input", "");
chooser.id = "folio-upload-input";
Object.assign(chooser, { type: "file", multiple: true, hidden: true });
const opener = button("folio-upload-button", "clip", WORDS.choose, () => choose(""));
opener.id = "folio-upload-button";

const target = made("div", "");
target.id = "folio-drop";
target.hidden = true;
const said = made("p", "");
target.append(said);

// Each {name, size, folder, state: waiting | sending | asking | there | failed, share, id, note, request, file, gesture,
// ticket, run, isUnwanted, chip}. By its ticket the app says what became of it when its answer was lost.
let files = [];
let limits = null;
let run = "";
// Which session of this page changes the folder by it.
let session = "";
let connected;
const connection = new Promise((resolve) => (connected = resolve));
let chosenFolder = "";

const box = () => document.querySelector("#chat-input");
const shownFolder = (folder) => (folder ? `${folder}/` : WORDS.root);
// "." is the root; what is for no folder goes to the one for uploads.
const landing = (folder) => (folder === "." ? "" : folder || UPLOADS);
export const goesTo = (folder) => shownFolder(landing(folder));

async function learnLimits() {
  if (limits || !session) return limits;
  const asked = session;
  const answer = await fetch(`${WAY}?${new URLSearchParams({ session })}`).catch(() => null);
  const told = answer?.ok ? await answer.json() : null;
  if (asked === session) limits = told;
  run = told?.run ?? run;
  return limits;
}

// Also where the page came over a line that is not secure, which has no ready-made ones.
function unguessable() {
  return [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}

// Which folder a drop is for: the one whose place it is over, else the one for uploads.
function folderAt(element) {
  return element?.closest?.("[data-folio-folder]")?.dataset.folioFolder ?? "";
}

async function take(given, folder) {
  await connection;
  const { open, most_bytes: most, most_files: number } = (await learnLimits()) ?? { open: true, most_bytes: Infinity, most_files: Infinity };
  if (!given.length) return;
  const gesture = unguessable();
  for (const [index, { file, isFolder }] of given.entries()) {
    const note =
      (!open && WORDS.closed) ||
      (isFolder && WORDS.folder) ||
      (index >= number && WORDS.many(number)) ||
      (file.size > most && WORDS.large(bytes(most)));
    const { name, size } = file;
    const one = { name, size, folder: landing(folder), asked: folder, file, gesture, share: 0, state: note ? "failed" : "waiting", note };
    files.push(one);
    show(one);
    if (note) status.textContent = `${name}: ${note}`;
    // One sentence is enough for all that are too many.
    if (index >= number) break;
  }
  goOn();
}

function goOn() {
  const free = AT_ONCE - files.filter((one) => one.state === "sending").length;
  for (const one of files.filter(({ state }) => state === "waiting").slice(0, Math.max(0, free))) send(one);
}

function send(one) {
  const request = (one.request = new XMLHttpRequest());
  Object.assign(one, { ticket: unguessable(), run, state: "sending" });
  const { name, asked: folder, gesture, ticket } = one;
  request.open("PUT", `${WAY}?${new URLSearchParams({ name, session, folder, gesture, ticket })}`);
  request.responseType = "json";
  request.setRequestHeader("Accept-Language", navigator.language);
  request.upload.addEventListener("progress", ({ loaded, total }) => {
    one.share = total ? loaded / total : 0;
    one.chip.style.setProperty("--share", one.share);
  });
  request.addEventListener("load", () => settled(one, request.status, request.response));
  for (const kind of ["error", "abort"]) request.addEventListener(kind, () => ask(one));
  show(one);
  status.textContent = WORDS.sending(one.name);
  request.send(one.file);
}

// Without a word of the app's own it is some other's, in between.
function settled(one, code, told) {
  if (code === 201 && told) arrived(one, told);
  else if (told?.said) ended(one, told.said);
  else ask(one);
}

// The file may be there although the page was not told: the app is asked for as long as it is away.
async function ask(one) {
  Object.assign(one, { state: "asking", file: null, request: null, note: one.isUnwanted ? "" : WORDS.asking });
  show(one);
  goOn();
  const { ticket, run } = one;
  const answer = await fetch(`${WAY}/outcome?${new URLSearchParams({ ticket, run })}`, {
    headers: { "Accept-Language": navigator.language },
  }).catch(() => null);
  const told = await answer?.json().catch(() => null);
  if (answer?.status === 201 && told) arrived(one, told);
  else if (told?.said) ended(one, told.said);
  else failed(one, WORDS.unknown);
}

function arrived(one, told) {
  const note = told.name === one.name.normalize("NFC") ? "" : WORDS.renamed(one.name);
  Object.assign(one, told, { state: "there", file: null, request: null, note });
  show(one);
  tell(one);
  if (one.isUnwanted) return remove(one);
  status.textContent = [WORDS.arrived(one.name, shownFolder(one.folder)), note].filter(Boolean).join(say(". ", "。"));
  goOn();
}

// It is not there, which is as it should be for one that was cancelled.
function ended(one, note) {
  if (one.isUnwanted) close(one);
  else failed(one, note);
}

function failed(one, note) {
  Object.assign(one, { state: "failed", file: null, request: null, note });
  show(one);
  status.textContent = `${one.name}: ${note}`;
  goOn();
}

// The conversation learns of it with the next message.
function tell({ id }) {
  window.postMessage({ type: "folio-uploaded", id }, location.origin);
}

function close(one) {
  const chips = [...list.children];
  const next = chips[chips.indexOf(one.chip) + 1] ?? chips[chips.indexOf(one.chip) - 1];
  const focused = one.chip.contains(document.activeElement);
  files = files.filter((other) => other !== one);
  one.chip.remove();
  if (focused) (next?.querySelector("button") ?? box())?.focus();
  place();
  goOn();
}

// All of it may have come already: then it is taken back.
function cancel(one) {
  one.isUnwanted = true;
  if (one.request) one.request.abort();
  else if (one.state !== "asking") close(one);
}

async function remove(one) {
  if (one.state !== "there") return cancel(one);
  const answer = await fetch(`${WAY}?${new URLSearchParams({ id: one.id })}`, {
    method: "DELETE",
    headers: { "Accept-Language": navigator.language },
  }).catch(() => null);
  if (answer?.ok) {
    status.textContent = WORDS.removed(one.name);
    close(one);
    return;
  }
  const told = await answer?.json().catch(() => null);
  one.note = told?.said ?? WORDS.unknown;
  status.textContent = one.note;
  show(one);
}

function act({ state, name }) {
  if (state === "failed") return WORDS.dismiss(name);
  return state === "there" ? WORDS.remove(name) : WORDS.cancel(name);
}

function show(one) {
  const chip = (one.chip ??= list.appendChild(made("li", "")));
  const focused = chip.contains(document.activeElement);
  chip.dataset.state = one.state;
  const about = one.state === "failed" ? [one.name] : [one.name, bytes(one.size), shownFolder(one.folder)];
  const parts = about.map((text, index) => made("span", index ? "folio-upload-about" : "folio-upload-name", text));
  parts[0].title = one.name;
  const note = one.note ? [made("span", "folio-upload-note", one.note)] : [];
  const text = made("span", "folio-upload-text");
  text.append(...parts, ...note);
  chip.replaceChildren(text, button("folio-upload-close", "cross", act(one), () => remove(one)));
  if (focused) chip.querySelector("button").focus();
  place();
}

// Changes only what is not yet as it should be: otherwise it would wake itself for ever.
function place() {
  const composer = document.querySelector("#message-composer");
  if (!composer) return;
  if (!limits) learnLimits().then(() => (opener.hidden = limits?.open === false));
  if (composer.firstElementChild !== region) composer.prepend(region);
  const tools = composer.lastElementChild.firstElementChild;
  if (tools && !tools.contains(opener)) tools.prepend(opener);
  if (list.hidden !== !files.length) list.hidden = !files.length;
}

function choose(folder) {
  chosenFolder = folder;
  chooser.click();
}

const asGiven = (found) => found.map((file) => ({ file, isFolder: false }));
const bringsFiles = (event) => event.dataTransfer?.types.includes("Files");

function dropped({ items, files: found }) {
  const entries = [...items].filter(({ kind }) => kind === "file").map((item) => item.webkitGetAsEntry?.());
  return [...found].map((file, index) => ({ file, isFolder: entries[index]?.isDirectory ?? false }));
}

function over(event) {
  if (!bringsFiles(event)) return;
  event.preventDefault();
  event.stopPropagation();
  event.dataTransfer.dropEffect = "copy";
  target.hidden = false;
  said.textContent = WORDS.drop(goesTo(folderAt(event.target)));
}

function left(event) {
  // Out of the window there is nothing that it goes to.
  if (!event.relatedTarget) target.hidden = true;
}

function drop(event) {
  target.hidden = true;
  if (!bringsFiles(event)) return;
  event.preventDefault();
  event.stopPropagation();
  take(dropped(event.dataTransfer), folderAt(event.target));
}

// A copied table or a piece of a page comes as a picture too: who pastes it means the text.
function paste(event) {
  const found = [...(event.clipboardData?.files ?? [])];
  if (!found.length || event.clipboardData.types.includes("text/plain")) return;
  event.preventDefault();
  event.stopImmediatePropagation();
  take(asGiven(found), "");
}

function heard(event) {
  if (event.origin !== location.origin || typeof event.data !== "object") return;
  const { type, ids, session: told } = event.data ?? {};
  if (type === "folio-uploads-told") files.filter(({ id, state }) => ids.includes(id) || state === "failed").forEach(close);
  if (type === "folio-model" && typeof told === "string") {
    // What may be changed there may be otherwise than before.
    [session, limits] = [told, null];
    place();
    connected();
  }
  // Either side may have missed the other's word.
  if (type === "folio-returned" || type === "folio-model") files.filter(({ state }) => state === "there").forEach(tell);
}

chooser.addEventListener("change", () => {
  take(asGiven([...chooser.files]), chosenFolder);
  chooser.value = "";
});
document.addEventListener("folio-choose-files", (event) => choose(event.detail?.folder ?? ""));
for (const kind of ["dragenter", "dragover"]) addEventListener(kind, over, true);
addEventListener("dragleave", left, true);
addEventListener("drop", drop, true);
addEventListener("paste", paste, true);
addEventListener("message", heard);
document.body.append(target, chooser);
onChange(place);
