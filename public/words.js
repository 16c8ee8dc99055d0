// Texts that stand in Chainlit's page itself and in no translation file: said calmly, and in the reader's language.
import { onChange } from "/public/changes.js";
import { say } from "/public/language.js";

const SIDEBAR = say("Show or hide the conversations", "会話の一覧を表示または隠す");
const CLOSE = say("Close", "閉じる");
const NOT_LOADED = say("This could not be loaded.", "読み込めませんでした。");
const A_MONTH = /^\S+ \d{4}$/;

// Where a text stands, what it is, and what is said instead. Never in messages: what is said there stays as it is.
const TEXTS = {
  "button > .sr-only, [role='dialog'] .sr-only": [
    [/^Toggle theme$/, say("Theme", "テーマ")],
    [/^Toggle Sidebar$/, SIDEBAR],
    [/^Close$/, CLOSE],
    [/^View PDF$/, say("PDF document", "PDF 文書")],
  ],
  "[role='alertdialog'] button": [[/^OK$/, say("Delete", "削除")]],
  ".tasklist, .tasklist-mobile": [[/^Tasks$/, say("Progress", "作業の進み具合")]],
  "[cmdk-item]": [[/^Untitled Conversation$/, say("Untitled conversation", "無題の会話")]],
  "[cmdk-group-heading], [data-sidebar='group-label']": [[A_MONTH, month]],
  "#chat-profiles, [role='combobox']": [[/^Select( profile)?$/, say("Choose", "選択")]],
  ".message-content .rounded-lg > .flex > span": [[/^Raw code$/, say("Text", "テキスト")]],
  "[role='alert']": [
    [/^(Unknown error occurred|An error occurred.*|Network response was not ok|.*Failed to fetch)$/, NOT_LOADED],
    [/^Error logging in\. .*$/, say("Sign-in did not work. Try again later.", "サインインできませんでした。後でもう一度お試しください。")],
  ],
  "[data-sonner-toast]": [
    [
      /Failed to fetch|NetworkError|Load failed|Network Error/,
      say(
        "The app could not be reached, so this was not done. Try again in a moment.",
        "アプリに接続できず、実行していません。少し待ってからもう一度お試しください。",
      ),
    ],
    [/^Couldn't resume chat/, say("This conversation could not be opened.", "この会話を開けませんでした。")],
    [/^(Error fetching threads|Failed to load thread): /, say("The conversations could not be loaded.", "会話を読み込めませんでした。")],
    [/^Failed to copy: /, say("It could not be copied: the browser did not allow it.", "コピーできませんでした。ブラウザーが許可していません。")],
    [/^Updating$/, say("Saving…", "保存中…")],
    [/^File type must be /, say("Files of this kind are not taken.", "この種類のファイルは受け付けていません。")],
    [/^File is larger than /, say("The file is too large.", "ファイルが大きすぎます。")],
    [/^Too many files$/, say("Too many files at once.", "一度に送れるファイルの数を超えています。")],
  ],
};
const ATTRIBUTES = [
  ["section[aria-label^='Notifications ']", "aria-label", say("Notices", "お知らせ")],
  ["[data-sidebar='rail']", "aria-label", SIDEBAR],
  ["[data-sidebar='rail']", "title", SIDEBAR],
  ["[aria-label='Close toast'], [aria-label='Close lightbox']", "aria-label", CLOSE],
  // Pictures that repeat what stands beside them.
  ["img[alt='user image'], img[alt='Image'], .ai-message > span img[alt^='Avatar for ']", "alt", ""],
];

// A month and a year, in the words of whichever language it came in, as this reader writes it.
function month(text) {
  const [name, year] = text.split(" ");
  const named = (locale, number) => new Date(2020, number).toLocaleString(locale, { month: "long" });
  for (const locale of [undefined, ...navigator.languages, "en-US"]) {
    const number = [...Array(12).keys()].find((at) => named(locale, at) === name);
    if (number === undefined) continue;
    return new Date(Number(year), number).toLocaleString(say(navigator.language, "ja"), { year: "numeric", month: "long" });
  }
  return text;
}

function replaceIn(place, texts) {
  const walker = document.createTreeWalker(place, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const found = texts.find(([pattern]) => pattern.test(node.data.trim()));
    if (!found) continue;
    const text = typeof found[1] === "function" ? found[1](node.data.trim()) : found[1];
    if (node.data !== text) node.data = text;
  }
}

onChange(() => {
  for (const [selector, texts] of Object.entries(TEXTS)) {
    for (const place of document.querySelectorAll(selector)) replaceIn(place, texts);
  }
  for (const [selector, name, text] of ATTRIBUTES) {
    for (const node of document.querySelectorAll(selector)) {
      if (node.getAttribute(name) !== text) node.setAttribute(name, text);
    }
  }
});
