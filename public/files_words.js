// What the panel of files says, and how it writes sizes and dates.
import { say } from "/public/language.js";
import { quoted } from "/public/quoting.js";

const language = navigator.language;
const number = new Intl.NumberFormat(language);
const day = new Intl.DateTimeFormat(language, { dateStyle: "short" });
const hour = new Intl.DateTimeFormat(language, { timeStyle: "short" });
const whole = new Intl.DateTimeFormat(language, { dateStyle: "medium", timeStyle: "short" });
const UNITS = ["byte", "kilobyte", "megabyte", "gigabyte", "terabyte"];

export function size(bytes) {
  const power = Math.min(UNITS.length - 1, Math.floor(Math.log10(Math.max(1, bytes)) / 3));
  const form = { style: "unit", unit: UNITS[power], unitDisplay: power ? "short" : "long", maximumFractionDigits: power ? 1 : 0 };
  return new Intl.NumberFormat(language, form).format(bytes / 1000 ** power);
}

export function date(seconds, all = false) {
  const then = new Date(seconds * 1000);
  if (all) return whole.format(then);
  return (then.toDateString() === new Date().toDateString() ? hour : day).format(then);
}

export const words = {
  files: say("Files", "ファイル"),
  close: say("Close files", "ファイルを閉じる"),
  tree: say("Files in the folder", "フォルダのファイル"),
  filter: say("Filter by name", "名前で絞り込む"),
  back: say("Back to the files", "ファイル一覧に戻る"),
  ask: say("Ask about this file", "このファイルについて質問"),
  askShort: say("Ask", "質問する"),
  upload: (folder) => say(`Upload to ${folder}`, `${folder} にアップロード`),
  download: say("Download", "ダウンロード"),
  source: say("Source", "ソース"),
  rendered: say("Formatted", "整形表示"),
  pages: say("Pages", "ページ"),
  text: say("Text", "テキスト"),
  page: (index) => say(`Page ${number.format(index)}`, `${number.format(index)} ページ`),
  table: say("Table", "表"),
  loading: say("Loading …", "読み込み中…"),
  empty: say("The folder is empty.", "フォルダは空です。"),
  emptyFile: say("The file is empty.", "ファイルは空です。"),
  nothing: say("No name fits.", "該当する名前はありません。"),
  more: say("Show more", "続きを表示"),
  earlier: say("Show what comes before", "前の部分を表示"),
  link: say("link", "リンク"),
  changedHere: say("Changed in this conversation", "この会話での変更"),
  document: say(
    "This is the text in the document. Its layout, pictures and colours are not shown: download the original to see them.",
    "文書内のテキストです。レイアウト・画像・色は表示していません。ダウンロードすると元のまま確認できます。",
  ),
  marks: {
    created: say("created", "作成"),
    changed: say("changed", "変更"),
    deleted: say("deleted", "削除"),
  },
  hidden: (count) =>
    say(`Hidden names (beginning with a dot) not shown: ${number.format(count)}`, `隠しファイル ${number.format(count)} 件は表示していません`),
  cut: (count) =>
    say(`Only the first ${number.format(count)} names are shown.`, `最初の ${number.format(count)} 件だけを表示しています。`),
  found: (shown, total) =>
    say(
      shown < total ? `First ${number.format(shown)} of ${number.format(total)} names` : `Names: ${number.format(total)}`,
      shown < total ? `${number.format(total)} 件中 ${number.format(shown)} 件` : `${number.format(total)} 件`,
    ),
  lines: (first, last, total) =>
    total
      ? say(
          `Lines ${number.format(first)}–${number.format(last)} of ${number.format(total)}`,
          `${number.format(total)} 行中 ${number.format(first)}〜${number.format(last)} 行`,
        )
      : say(`Lines ${number.format(first)}–${number.format(last)}`, `${number.format(first)}〜${number.format(last)} 行`),
  piece: (line, first, last) =>
    say(
      `Line ${number.format(line)}, characters ${number.format(first)}–${number.format(last)}`,
      `${number.format(line)} 行目の ${number.format(first)}〜${number.format(last)} 文字`,
    ),
  columns: (count) => say(`and ${number.format(count)} more columns`, `ほか ${number.format(count)} 列`),
  named: (path) => quoted(path, say('""', "「」")),
  about: (path) => say(`About ${words.named(path)}: `, `${words.named(path)} について、`),
};
