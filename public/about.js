// Where the header has no room for it, what the page is for is said from below the list of conversations.
import { onChange } from "/public/changes.js";

const opener = () => document.querySelector("#readme-button");

const button = document.createElement("button");
button.id = "folio-about";
button.type = "button";
button.addEventListener("click", () => {
  document.querySelector("[data-mobile='true'] #sidebar-trigger-button")?.click();
  opener()?.click();
});

onChange(() => {
  const sheet = document.querySelector("[data-sidebar='sidebar'][data-mobile='true']");
  if (!sheet || !opener() || opener().checkVisibility()) return;
  if (button.textContent !== opener().textContent) button.textContent = opener().textContent;
  if (!sheet.contains(button)) (sheet.querySelector("[data-sidebar='content']")?.parentElement ?? sheet).append(button);
});
