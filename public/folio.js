// What the page's own settings cannot say: the system's theme, a welcome, the model's name, names for icon buttons.
(() => {
  "use strict";

  const japanese = navigator.language.toLowerCase().startsWith("ja");
  // Chainlit knows more languages than Folio: half a page in one of them would help nobody.
  if (!/^(ja|en)/i.test(navigator.language)) Object.defineProperty(navigator, "language", { value: "en-US" });
  const say = (english, other) => (japanese ? other : english);
  const root = document.documentElement;

  const WELCOME = say(
    "Ask about the documents in one folder.\nFolio lists, reads and writes them for you, and shows every step it takes.",
    "1つのフォルダの文書について質問できます。\nFolio が一覧・読み取り・書き込みを行い、すべての手順をここに表示します。",
  );
  const LABELS = {
    "#chat-input": say("Message", "メッセージ"),
    "#chat-submit": say("Send message", "メッセージを送信"),
    "#stop-button": say("Stop", "停止"),
    "#new-chat-button": say("New chat", "新規チャット"),
    "#theme-toggle": say("Theme", "テーマ"),
    "#sidebar-trigger-button": say("Sidebar", "サイドバー"),
    "#search-chats-button": say("Search chats", "チャットを検索"),
    "button:has(> .lucide-copy), button:has(> .lucide-check)": say("Copy", "コピー"),
    "button:has(> .lucide-arrow-down)": say("Scroll to the end", "最後まで移動"),
    "button:has(> .lucide-thumbs-up)": say("Helpful", "役に立った"),
    "button:has(> .lucide-thumbs-down)": say("Not helpful", "役に立たなかった"),
    "button:has(> .lucide-message-circle)": say("Your comment", "コメント"),
    "#side-view-title > button": say("Close the panel", "パネルを閉じる"),
    "#thread-options": say("Rename or delete", "名前の変更・削除"),
    "#user-nav-button": say("Account", "アカウント"),
    "#chat-settings-open-modal, #chat-settings-header-button": say("Settings", "設定"),
    "#upload-button": say("Attach files", "ファイルを添付"),
    "#command-button": say("Commands", "コマンド"),
    "#chat-profiles": say("Profile", "プロファイル"),
    "button:has(> .lucide-eye, > .lucide-eye-off)": say("Show or hide the password", "パスワードを表示または隠す"),
  };
  const ATTRIBUTES = [
    // With a sidebar the page brings its own.
    ["#root > div > .w-screen, #root > .min-h-svh.grid", "role", "main"],
    ["[data-sidebar='sidebar']:not([role='dialog'])", "role", "navigation"],
    ["[data-sidebar='sidebar']", "aria-label", say("Conversations", "会話")],
    ["ul:has(> #thread-history)", "role", "presentation"],
    // A button in a button: the inner one is pressed, the outer is the link around it.
    ["a > [data-sidebar='menu-button']", "role", "group"],
    ["a > [data-sidebar='menu-button']", "tabindex", "-1"],
    ["#thread-options", "role", "button"],
    ["#thread-options", "tabindex", "0"],
    ["[data-panel-resize-handle-id]", "aria-label", say("Width of the panel", "パネルの幅")],
    ["img.logo", "alt", "Folio"],
    // A starter's icon repeats what its button says.
    ["#starters img", "alt", ""],
    // A step's row stands right below the page's own heading.
    ["h3[data-orientation]", "aria-level", "2"],
    // What is long scrolls, also by keyboard.
    ["[data-step-type='tool'] pre code, [cmdk-list]", "tabindex", "0"],
    ["[cmdk-list]", "aria-label", say("Choices", "候補")],
    ...Object.entries(LABELS).map(([selector, label]) => [selector, "aria-label", label]),
  ];

  // Before the first paint, so that nothing flashes: the theme a person chose here, else the system's.
  function followSystemTheme() {
    const key = "vite-ui-theme";
    if (!localStorage.getItem(key)) localStorage.setItem(key, "system");
    const chosen = localStorage.getItem(key);
    const dark = chosen === "system" ? matchMedia("(prefers-color-scheme: dark)").matches : chosen === "dark";
    const theme = dark ? "dark" : "light";
    root.classList.add(theme);
    for (const [name, value] of Object.entries(window.theme?.[theme] ?? {})) root.style.setProperty(name, value);
  }

  function element(tag, id, text) {
    const made = document.createElement(tag);
    made.id = id;
    made.textContent = text;
    return made;
  }

  const welcome = element("p", "folio-welcome", WELCOME);
  const heading = element("h1", "folio-heading", "Folio");
  heading.className = "sr-only";
  const model = element("div", "folio-model", "");
  model.setAttribute("role", "status");

  function placeAfter(anchor, placed) {
    if (anchor && anchor.nextElementSibling !== placed) anchor.after(placed);
  }

  function setOnce(node, name, value) {
    if (node.getAttribute(name) !== value) node.setAttribute(name, value);
  }

  // Changes only what is not yet as it should be: otherwise the observer would wake itself for ever.
  function arrange() {
    const header = document.querySelector("#header");
    if (header && !header.contains(heading)) header.append(heading);
    placeAfter(document.querySelector("#welcome-screen > .logo"), welcome);
    placeAfter(document.querySelector("#message-composer"), model);
    for (const [selector, name, value] of ATTRIBUTES) {
      for (const node of document.querySelectorAll(selector)) setOnce(node, name, value);
    }
  }

  function arrangeOncePerFrame() {
    let waiting = false;
    const observer = new MutationObserver(() => {
      if (waiting) return;
      waiting = true;
      requestAnimationFrame(() => {
        waiting = false;
        arrange();
      });
    });
    observer.observe(document.body, { childList: true, subtree: true });
  }

  // The server's message comes as an object; the page itself may send it on as text.
  function parsed(data) {
    if (typeof data !== "string") return data;
    try {
      return JSON.parse(data);
    } catch {
      return null;
    }
  }

  function showModel(event) {
    if (event.origin !== location.origin) return;
    const message = parsed(event.data);
    if (message?.type !== "folio-model" || typeof message.name !== "string") return;
    model.textContent = message.name;
    root.toggleAttribute("data-account", message.account === true);
  }

  function load(script) {
    document.head.append(Object.assign(document.createElement("script"), { src: script, type: "module" }));
  }

  // Only an app that was started for the demo sends this.
  function offerDemo(event) {
    const message = parsed(event.data);
    if (event.origin !== location.origin || message?.type !== "folio-demo") return;
    import("/public/demo.js").then(({ offer }) => offer(message.words));
  }

  // Before the page's own listener, which does not ask where a message comes from.
  function refuseForeign(event) {
    if (event.origin !== location.origin) event.stopImmediatePropagation();
  }

  addEventListener("message", refuseForeign, true);
  followSystemTheme();
  root.lang = japanese ? "ja" : "en";
  addEventListener("message", showModel);
  addEventListener("message", offerDemo);
  addEventListener("DOMContentLoaded", () => {
    arrangeOncePerFrame();
    arrange();
    ["patience", "thread", "queue", "sent", "stop", "deleted", "draft", "files", "words", "dialogs", "reach", "notices", "uploads", "gauge", "commands", "shown_steps", "about", "charts", "follow", "room"].forEach((module) => load(`/public/${module}.js`));
  });
})();
