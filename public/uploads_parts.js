// What the uploads say, and the pieces that they are made of.
import { japanese, say } from "/public/language.js";

export const WORDS = {
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
  asking: say("The connection broke off. What became of it is being asked.", "接続が切れました。アップロードできたか確認しています。"),
  unknown: say(
    "The connection broke off, and it is not known what became of this. Look in the folder before you try again.",
    "接続が切れ、結果を確認できませんでした。もう一度試す前に、フォルダを確認してください。",
  ),
};
const ICONS = {
  clip: "M13.234 20.252 21 12.3 M16 6l-8.414 8.586a2 2 0 0 0 2.828 2.828l8.414-8.586a4 4 0 0 0-5.656-5.656l-8.415 8.585a6 6 0 1 0 8.486 8.486",
  cross: "M18 6 6 18 M6 6l12 12",
};

export function made(tag, kind, text) {
  const element = document.createElement(tag);
  element.className = kind;
  if (text) element.textContent = text;
  return element;
}

export function button(kind, icon, label, act) {
  const pressed = made("button", kind);
  pressed.type = "button";
  pressed.title = label;
  pressed.setAttribute("aria-label", label);
  pressed.innerHTML = `<svg aria-hidden="true" viewBox="0 0 24 24" fill="none" stroke="currentColor" stroke-width="2" stroke-linecap="round" stroke-linejoin="round"><path d="${ICONS[icon]}"/></svg>`;
  pressed.addEventListener("click", act);
  return pressed;
}

export function bytes(size) {
  const [amount, unit] = size < 1000 ? [size, "byte"] : size < 1e6 ? [size / 1e3, "kilobyte"] : [size / 1e6, "megabyte"];
  const form = { style: "unit", unit, unitDisplay: unit === "byte" ? "long" : "short", maximumFractionDigits: 1 };
  return new Intl.NumberFormat(japanese ? "ja" : navigator.language, form).format(amount);
}
