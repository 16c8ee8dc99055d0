// The gauge beside the message box: how much of the model's window the conversation takes, and what of it takes it.
import { onChange } from "/public/changes.js";
import { say } from "/public/language.js";

const NEARLY_FULL = 0.8;
const WORDS = {
  name: say("Room in the model's window", "モデルのウィンドウの使用量"),
  what: say("What takes the room in the model's window", "ウィンドウの内訳を表示"),
  value: (percent, used, most) =>
    say(`${percent} % taken: ${used} of ${most} tokens`, `${percent} % 使用中（${most} トークン中 ${used}）`),
  nearly: say(". Nearly full", "。残りわずかです"),
  parts: {
    fixed: say("Instructions and tools", "指示とツール"),
    talk: say("Conversation", "会話"),
    results: say("Results of tools", "ツールの結果"),
    left: say("Left", "残り"),
  },
  measured: say("Tokens, as the server counts them.", "トークン数（サーバーの報告による）"),
  estimated: say("Tokens, estimated.", "トークン数（推定）"),
  close: say("Close", "閉じる"),
};

const count = (tokens) => tokens.toLocaleString(navigator.language);

function made(tag, attributes, ...children) {
  const node = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) node.setAttribute(name, value);
  node.append(...children);
  return node;
}

const share = made("span", { class: "folio-share" });
const meter = made("span", { role: "meter", "aria-label": WORDS.name, "aria-valuemin": "0" }, share);
const opener = made("button", { type: "button", "aria-label": WORDS.what, "aria-expanded": "false" });
const gauge = made("div", { id: "folio-gauge", hidden: "" }, meter, opener);
const rows = made("dl", {});
const told = made("p", {});
const room = made("div", { id: "folio-room", role: "dialog", "aria-label": WORDS.what, tabindex: "-1", hidden: "" }, rows, told);
opener.setAttribute("aria-controls", room.id);

function show({ used, most, fixed, talk, results, measured }) {
  const full = most ? Math.min(1, used / most) : 0;
  const percent = Math.round(full * 100);
  const nearly = full >= NEARLY_FULL;
  gauge.hidden = false;
  gauge.dataset.full = nearly ? "nearly" : "";
  gauge.style.setProperty("--full", full);
  share.textContent = `${percent} %`;
  meter.setAttribute("aria-valuemax", most);
  meter.setAttribute("aria-valuenow", Math.min(used, most));
  meter.setAttribute("aria-valuetext", WORDS.value(percent, count(used), count(most)) + (nearly ? WORDS.nearly : ""));
  meter.title = meter.getAttribute("aria-valuetext");
  const parts = { fixed, talk, results, left: Math.max(0, most - used) };
  rows.replaceChildren(
    ...Object.entries(parts).flatMap(([name, tokens]) => [
      made("dt", { "data-part": name }, WORDS.parts[name]),
      made("dd", {}, count(tokens)),
    ]),
  );
  told.textContent = measured ? WORDS.measured : WORDS.estimated;
}

function open(opens) {
  room.hidden = !opens;
  opener.setAttribute("aria-expanded", String(opens));
  if (opens) room.focus({ preventScroll: true });
}

// The composer's last row has its own buttons at its end: the gauge comes before them.
function place() {
  const composer = document.querySelector("#message-composer");
  const end = composer?.lastElementChild?.lastElementChild;
  if (!end) return;
  if (end.firstElementChild !== gauge) end.prepend(gauge);
  if (room.parentElement !== composer) composer.prepend(room);
}

function hear({ origin, data }) {
  if (origin !== location.origin || data?.type !== "folio-gauge") return;
  if ([data.used, data.most, data.fixed, data.talk, data.results].every(Number.isFinite)) show(data);
}

opener.addEventListener("click", () => open(room.hidden));
room.addEventListener("keydown", (event) => {
  if (event.key !== "Escape") return;
  open(false);
  opener.focus();
});
document.addEventListener("pointerdown", ({ target }) => {
  if (!room.hidden && !room.contains(target) && target !== opener) open(false);
});
room.addEventListener("focusout", ({ relatedTarget }) => {
  if (relatedTarget && relatedTarget !== opener) open(false);
});
addEventListener("message", hear);
onChange(place);
place();
