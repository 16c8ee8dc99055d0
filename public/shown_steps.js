// Which steps the person wants to see, as the settings say: the style sheet hides the others, and the page's last line says so.
import { onChange } from "/public/changes.js";
import { say } from "/public/language.js";

const LINES = {
  all: say("Every step is shown; answers can be wrong.", "すべての手順を表示しています。回答は誤ることがあります。"),
  tools: say(
    "Only tools' steps are shown (see Settings); answers can be wrong.",
    "ツールの手順だけを表示しています（設定で変更できます）。回答は誤ることがあります。",
  ),
  none: say("Steps are hidden (see Settings); answers can be wrong.", "手順は非表示です（設定で変更できます）。回答は誤ることがあります。"),
};
let shown = "all";

function place() {
  const line = document.querySelector(".watermark")?.querySelector("*:not(:has(*))") ?? document.querySelector(".watermark");
  if (line && line.textContent !== LINES[shown]) line.textContent = LINES[shown];
}

addEventListener("message", ({ origin, data }) => {
  if (origin !== location.origin || data?.type !== "folio-steps" || !Object.hasOwn(LINES, data.shown)) return;
  document.documentElement.dataset.steps = shown = data.shown;
  place();
});
onChange(place);
