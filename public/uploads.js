// Files from outside: dropped anywhere, pasted or chosen, each on its way or arrived as a chip in the message box.
// A place that shows a folder says which by `data-folio-folder`; `folio-choose-files` with {folder} opens the chooser.
import { onChange } from "/public/changes.js";
import { japanese, say } from "/public/language.js";

const WAY = "/folio/files/upload";
const AT_ONCE = 3;
const UPLOADS = "uploads";

const WORDS = {
  choose: say("Upload files", "ファイルをアップロード"),
  list: say("Uploaded files", "アップロードしたファイル"),
  drop: (folder) => say(`Drop files to upload them to ${folder}`, `ドロップすると ${folder} にアップロードします`),
  root: say("the folder", "フォルダ"),
  closed: say("Not uploaded: this chat is read-only.", "アップロードできません：このチャットは読み取り専用です。"),
  cancel: (name) => say(`Cancel ${name}`, `${name} を中止`),
  remove: (name) => say(`Remove ${name} again`, `${name} を取り消す`),
  dismiss: (name) => say(`Close the note about ${name}`, `${name} についての表示を閉じる`),
  sending: (name) => say(`Uploading ${name}`, `${name} をアップロード中`),
  arrived: (name, folder) => say(`Uploaded ${name} to ${folder}`, `${name} を ${folder} にアップロードしました`),
  renamed: (name) => say(`There is another ${name}`, `${name} はすでにあるため別名にしました`),
  removed: (name) => say(`Removed ${name}`, `${name} を取り消しました`),
  large: (most) =>
    say(`Not uploaded: larger than ${most}, the most that one file may have.`, `アップロードできません：1 ファイルの上限 ${most} を超えています。`),
  many: (most) => say(`Not uploaded: more than ${most} files at once.`, `アップロードできません：一度に ${most} ファイルまでです。`),
  folder: say("Not uploaded: it is a folder. Drop the files in it.", "アップロードできません：フォルダです。中のファイルをドロップしてください。"),
  lost: say(
    "Not uploaded: the connection broke off. Nothing was kept. Try again.",
    "アップロードできません：接続が切れました。途中までのデータは残していません。もう一度お試しください。",
  ),
};
const ICONS = {
  clip: "M13.234 20.252 21 12.3 M16 6l-8.414 8.586a2 2 0 0 0 2.828 2.828l8.414-8.586a4 4 0 0 0-5.656-5.656l-8.415 8.585a6 6 0 1 0 8.486 8.486",
  cross: "M18 6 6 18 M6 6l12 12",
};

function made(tag, kind, text) {
  const element = document.createElement(tag);
  element.className = kind;
  if (text) element.textContent = text;
  return element;
}

function button(kind, icon, label, act) {
  const pressed = made("button", kind);
  pressed.type = "button";
  pressed.title = label;
  pressed.setAttribute("aria-label", label);
  pressed.innerHTML = `<svg aria-hidden="true" viewBox="0 0 24 24" fill="none" stroke="currentColor" stroke-width="2" stroke-linecap="round" stroke-linejoin="round"><path d="${ICONS[icon]}"/></svg>`;
  pressed.addEventListener("click", act);
  return pressed;
}

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

// Each {name, size, folder, state: waiting | sending | there | failed, share, id, note, request, file, gesture, chip}.
let files = [];
let limits = null;
// Which session of this page changes the folder by it.
let session = "";
let connected;
const connection = new Promise((resolve) => (connected = resolve));
let chosenFolder = "";

const box = () => document.querySelector("#chat-input");
const shownFolder = (folder) => (folder ? `${folder}/` : WORDS.root);

function bytes(size) {
  const [amount, unit] = size < 1000 ? [size, "byte"] : size < 1e6 ? [size / 1e3, "kilobyte"] : [size / 1e6, "megabyte"];
  const form = { style: "unit", unit, unitDisplay: unit === "byte" ? "long" : "short", maximumFractionDigits: 1 };
  return new Intl.NumberFormat(japanese ? "ja" : navigator.language, form).format(amount);
}

async function learnLimits() {
  if (limits || !session) return limits;
  const asked = session;
  const answer = await fetch(`${WAY}?${new URLSearchParams({ session })}`).catch(() => null);
  const told = answer?.ok ? await answer.json() : null;
  if (asked === session) limits = told;
  return limits;
}

// Which folder a drop is for: the one whose place it is over, else the one for uploads.
function folderAt(element) {
  return element?.closest?.("[data-folio-folder]")?.dataset.folioFolder ?? "";
}

async function take(given, folder) {
  await connection;
  const { open, most_bytes: most, most_files: number } = (await learnLimits()) ?? { open: true, most_bytes: Infinity, most_files: Infinity };
  if (!given.length) return;
  const gesture = crypto.randomUUID();
  for (const [index, { file, isFolder }] of given.entries()) {
    const note =
      (!open && WORDS.closed) ||
      (isFolder && WORDS.folder) ||
      (index >= number && WORDS.many(number)) ||
      (file.size > most && WORDS.large(bytes(most)));
    const { name, size } = file;
    const one = { name, size, folder: folder || UPLOADS, asked: folder, file, gesture, share: 0, state: note ? "failed" : "waiting", note };
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
  const query = new URLSearchParams({ name: one.name, session, folder: one.asked, gesture: one.gesture });
  request.open("PUT", `${WAY}?${query}`);
  request.responseType = "json";
  request.setRequestHeader("Accept-Language", navigator.language);
  request.upload.addEventListener("progress", ({ loaded, total }) => {
    one.share = total ? loaded / total : 0;
    one.chip.style.setProperty("--share", one.share);
  });
  request.addEventListener("load", () => arrived(one, request));
  request.addEventListener("error", () => failed(one, WORDS.lost));
  one.state = "sending";
  show(one);
  status.textContent = WORDS.sending(one.name);
  request.send(one.file);
}

function arrived(one, { status: code, response }) {
  if (code !== 201 || !response) return failed(one, response?.said ?? WORDS.lost);
  const note = response.name === one.name.normalize("NFC") ? "" : WORDS.renamed(one.name);
  Object.assign(one, response, { state: "there", file: null, request: null, note });
  show(one);
  status.textContent = [WORDS.arrived(one.name, shownFolder(one.folder)), note].filter(Boolean).join(say(". ", "。"));
  tell(one);
  goOn();
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

async function remove(one) {
  if (one.state !== "there") {
    one.request?.abort();
    close(one);
    return;
  }
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
  one.note = told?.said ?? WORDS.lost;
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
  const folder = folderAt(event.target);
  event.dataTransfer.dropEffect = "copy";
  target.hidden = false;
  said.textContent = WORDS.drop(folder === "." ? WORDS.root : shownFolder(folder || UPLOADS));
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
