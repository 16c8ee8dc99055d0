// What people should know of the history while it cannot be written: what is said now, will it be there later?
import { say } from "/public/language.js";

const SHOWN_MS = 15_000;
const WORDS = {
  waiting: say(
    "The history cannot be written at the moment: the disk may be full, or the database locked or away. You can go on: what is said is held back and written as soon as that works, as long as Folio keeps running.",
    "現在、履歴に書き込めません。ディスクの空きがないか、データベースがロック中、または接続できない状態です。会話はこのまま続けられます。Folio が動いている間は内容を預かり、書き込めるようになりしだい保存します。",
  ),
  full: say(
    "The history cannot be written, and no more can be held back: what is said from now on is not kept. Copy what matters to you, or wait until the history is written again.",
    "履歴に書き込めず、これ以上預かることもできません。これからの内容は保存されません。必要な内容は控えておくか、書き込めるようになるまでお待ちください。",
  ),
  back: say(
    "The history is written again, with what was held back.",
    "履歴に書き込めるようになりました。預かっていた内容も保存されています。",
  ),
  gaps: say(
    "The history is written again. A part of what was said meanwhile is missing from it.",
    "履歴に書き込めるようになりました。その間の内容の一部は保存されていません。",
  ),
};

let state = "";
let over = 0;

function takeIn(told) {
  state = Object.hasOwn(WORDS, told) ? told : "";
  over = state === "back" || state === "gaps" ? Date.now() + SHOWN_MS : Infinity;
}

// A notice of how the connection is goes before; that a model is slow is said as well.
export function withHistory([kind, text]) {
  if (Date.now() > over) state = "";
  if (!state || (kind && kind !== "slow")) return [kind, text];
  return [`history-${state} ${kind}`.trim(), [WORDS[state], text].filter(Boolean).join(" ")];
}

addEventListener("message", ({ origin, data }) => {
  if (origin === location.origin && data?.type === "folio-history") takeIn(data.state);
});
