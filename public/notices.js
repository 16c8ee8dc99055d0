// What a person should know while they wait, in one calm line above the message box: no connection, or a slow answer.
import { onChange } from "/public/changes.js";
import { hasBegunAnew } from "/public/deleted.js";
import { withHistory } from "/public/history_notice.js";
import { say } from "/public/language.js";
import { underWayMs } from "/public/sent.js";
import { stoppingMs } from "/public/stop.js";

const SLOW_SECONDS = 8;
const BACK_MS = 5000;
// A page that is turned away connects anew within this time, with what it may see.
const REFUSED_MS = 8000;
const ANSWERS_MS = 2000;
// What is sent, or the wish to stop, is confirmed within this time.
const CONFIRMED_MS = 2500;

const WORDS = {
  lost: say(
    "No connection to the app. It is tried again by itself, and what you typed stays here. If this lasts, check that Folio is running.",
    "アプリに接続できません。自動で再接続しています。入力した内容はそのまま残ります。この状態が続く場合は、Folio が起動しているか確認してください。",
  ),
  refused: say(
    "The app answers, but has not taken this page in yet. It is tried again by itself. If this lasts, load the page again.",
    "アプリは応答していますが、このページを受け付けていません。自動で再試行しています。この状態が続く場合は、ページを読み込み直してください。",
  ),
  back: say("Connected again.", "再接続しました。"),
  sent: say(
    "What you sent has not reached the app yet. It is kept here, and sent again by itself as soon as there is a connection.",
    "送信したメッセージは、まだアプリに届いていません。内容はここに保管され、接続が戻りしだい自動で送り直します。",
  ),
  stopping: say(
    "Stopping is not confirmed yet: until then it may go on. The app is told again as soon as there is a connection.",
    "停止はまだ確認できていません。確認できるまで処理が続くことがあります。接続が戻りしだい、もう一度伝えます。",
  ),
  deleted: say(
    "The conversation that was open here has been deleted elsewhere. A new one begins; what you had typed or had waiting is still here.",
    "ここで開いていた会話は、別の場所で削除されました。新しい会話を始めます。入力中の内容と待機中のメッセージは残っています。",
  ),
  model: (seconds) =>
    say(
      `The model has not answered for ${seconds}. You can wait or press Stop.`,
      `モデルから ${seconds}間、応答がありません。このまま待つか、停止ボタンを押してください。`,
    ),
  step: (seconds) =>
    say(
      `Nothing new from this step for ${seconds}. You can wait or press Stop.`,
      `この手順は ${seconds}間、進んでいません。このまま待つか、停止ボタンを押してください。`,
    ),
};
const SPACE = say(" ", "");
const seconds = (count) => say(`${count} s`, `${count} 秒`);

const line = document.createElement("div");
line.id = "folio-notice";
line.hidden = true;
const shown = document.createElement("p");
// The seconds count on in sight alone: read out again and again they would drown everything else.
const spoken = document.createElement("p");
spoken.className = "sr-only";
spoken.setAttribute("role", "status");
shown.setAttribute("aria-hidden", "true");
line.append(shown, spoken);

let lost = false;
let brokenAt = 0;
let asking = false;
let backUntil = 0;
let newsAt = Date.now();

const running = () => document.querySelector("#stop-button") !== null;
const asked = () => document.querySelector('.folio-question[data-state="waiting"], .folio-question[data-state="failed"]') !== null;
const stepRuns = () => document.querySelector('[data-step-type="tool"] .loading-shimmer') !== null;

function notConfirmed() {
  if (underWayMs() > CONFIRMED_MS) return "sent";
  return stoppingMs() > CONFIRMED_MS ? "stopping" : "";
}

function notice() {
  const waited = Math.floor((Date.now() - newsAt) / 1000);
  const unconfirmed = notConfirmed();
  if (lost) return [`lost ${unconfirmed}`.trim(), [WORDS.lost, WORDS[unconfirmed]].filter(Boolean).join(SPACE)];
  if (brokenAt && Date.now() - brokenAt > REFUSED_MS) return ["refused", WORDS.refused];
  if (unconfirmed) return [unconfirmed, WORDS[unconfirmed]];
  if (Date.now() < backUntil) return ["back", WORDS.back];
  if (hasBegunAnew()) return ["deleted", WORDS.deleted];
  if (!running() || asked() || waited < SLOW_SECONDS) return ["", ""];
  return ["slow", (stepRuns() ? WORDS.step : WORDS.model)(seconds(waited))];
}

function show() {
  const [kind, text] = withHistory(notice());
  if (line.dataset.kind !== kind) {
    line.dataset.kind = kind;
    line.hidden = !kind;
    spoken.textContent = text;
  }
  if (shown.textContent !== text) shown.textContent = text;
}

// Whether the app cannot be reached, or answers and has only not let the page in.
async function ask() {
  if (asking) return;
  asking = true;
  const answer = await fetch("/health", { cache: "no-store", signal: AbortSignal.timeout(ANSWERS_MS) }).catch(() => null);
  asking = false;
  // Until the page is connected again: an app that only answers again has not told it what it missed.
  lost = brokenAt > 0 && (lost || answer?.ok !== true);
  show();
}

function followConnection() {
  const broken = !navigator.onLine || document.querySelector("#session-error") !== null;
  if (broken) {
    brokenAt ||= Date.now();
    ask();
    return;
  }
  if (lost) {
    backUntil = Date.now() + BACK_MS;
    newsAt = Date.now();
  }
  lost = false;
  brokenAt = 0;
}

function place() {
  const composer = document.querySelector("#message-composer");
  const before = document.querySelector("#folio-queue-region") ?? composer;
  if (composer && before.previousElementSibling !== line) before.before(line);
  if (!running()) newsAt = Date.now();
  followConnection();
  show();
}

// News is whatever comes into the conversation, a word of the answer or a step.
const isStep = (node) => node.classList?.contains("step");
const isNews = ({ target, addedNodes }) =>
  (target.closest ? target : target.parentElement)?.closest(".step") || [...addedNodes].some(isStep);

function hear(changes) {
  if (changes.some(isNews)) newsAt = Date.now();
}

new MutationObserver(hear).observe(document.querySelector("#root"), { childList: true, subtree: true, characterData: true });
onChange(place);
addEventListener("online", place);
addEventListener("offline", place);
setInterval(place, 1000);
