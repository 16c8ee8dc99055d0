// The folder beside the chat: its names (FileNames.jsx), or a file as it reads (FileView.jsx). Data and texts: files*.js.
import { useEffect, useMemo, useRef, useState } from "react";
import { useSetRecoilState } from "recoil";
import { sideViewState } from "@chainlit/react-client";
import { ArrowLeft, Code, Download, MessageSquareText, Upload, X } from "lucide-react";
import { Renderer } from "@/components/renderer";
import { Button } from "@/components/ui/button";

const folioFiles = window.folioFiles;
const { tree, words, folderOf, placeOf, goesTo } = folioFiles;
const AGAIN_MS = 10_000;

const Tool = ({ label, icon: Icon, text, ...more }) => (
  <Button type="button" variant="ghost" size="sm" aria-label={label} title={label} {...more}>
    <Icon aria-hidden="true" />
    {text && <span>{text}</span>}
  </Button>
);

function useEvent(target, name, listen) {
  useEffect(() => {
    target.addEventListener(name, listen);
    return () => target.removeEventListener(name, listen);
  });
}

// A part of the panel, in a file of its own.
function usePart(name) {
  const [source, setSource] = useState("");
  useEffect(() => {
    fetch(`/public/elements/${name}.jsx`).then((answer) => answer.text()).then(setSource);
  }, []);
  return source;
}

// Hears of changes in the folders that are shown, while the page itself is.
function useChanges(folders, changed) {
  const key = folders.join("\n");
  const [again, setAgain] = useState(0);
  const heard = useRef(changed);
  heard.current = changed;
  useEvent(document, "visibilitychange", () => setAgain((count) => count + 1));
  useEffect(() => {
    if (document.hidden) return;
    const source = new EventSource(`/folio/files/changes?${new URLSearchParams(key.split("\n").map((path) => ["path", path]))}`);
    const waiting = new Set();
    let retry = 0;
    let timer = 0;
    let pause = 0;
    // A folder that changes all the time is fetched again no more often than it can be.
    const tell = async () => {
      const began = performance.now();
      const told = [...waiting];
      waiting.clear();
      await heard.current(told);
      pause = Math.max(500, 5 * (performance.now() - began));
      timer = waiting.size ? setTimeout(tell, pause) : 0;
    };
    let before = false;
    source.onmessage = ({ data }) => {
      // What happened before it was heard, or while the connection was lost, is not told.
      const { folders: told } = JSON.parse(data);
      for (const path of told.length || !before ? told : key.split("\n")) waiting.add(path);
      before = true;
      if (waiting.size && !timer) timer = setTimeout(tell, 100);
    };
    source.onerror = () => {
      if (source.readyState === EventSource.CLOSED) retry = setTimeout(() => setAgain((count) => count + 1), AGAIN_MS);
    };
    return () => (source.close(), clearTimeout(retry), clearTimeout(timer));
  }, [key, again]);
}

const Files = (window.folioPanel ??= function Files() {
  const setSideView = useSetRecoilState(sideViewState);
  const [file, setFile] = useState(null);
  const [about, setAbout] = useState(null);
  const [asSource, setAsSource] = useState(false);
  const [reached, setReached] = useState("");
  const [renewed, setRenewed] = useState(0);
  const [folders, setFolders] = useState(tree.folders());
  const panel = useRef(null);
  const [names, view] = [usePart("FileNames"), usePart("FileView")];

  const focus = (what) => requestAnimationFrame(() => panel.current?.querySelector(what)?.focus());
  function show(next) {
    setReached("");
    setAbout(null);
    setAsSource(next.first > 0);
    setFile(next);
  }
  function toNames(folder = "") {
    setReached(folder);
    setFile(null);
    focus(".folio-rows");
  }
  function close() {
    setSideView(undefined);
    requestAnimationFrame(() => folioFiles.button.focus());
  }
  function askAbout() {
    const modal = panel.current.closest("[role=dialog]");
    if (modal) setSideView(undefined);
    // On a phone the panel lies over the message box, and gives the focus back when it has gone.
    setTimeout(() => folioFiles.ask(file.path), modal ? 400 : 0);
  }
  function upload() {
    document.dispatchEvent(new CustomEvent("folio-choose-files", { detail: { folder: tree.chosen } }));
  }
  function takeWanted() {
    const wanted = folioFiles.wanted;
    folioFiles.wanted = null;
    if (wanted) show(wanted);
    return wanted;
  }

  useEvent(window, "folio-file", () => takeWanted() ?? focus(".folio-rows"));
  useEvent(window, "folio-close", close);
  useEffect(() => folioFiles.keep(file ?? {}), [file]);
  useEffect(() => () => folioFiles.keep(null), []);
  useEffect(() => {
    const changed = () => setFolders(tree.folders());
    tree.listeners.add(changed);
    return () => tree.listeners.delete(changed);
  }, []);
  useEffect(() => {
    if (names && view && !takeWanted()) focus(".folio-rows");
  }, [names, view]);
  useChanges([...new Set([...folders, ...(file ? [folderOf(file.path)] : [])])].slice(0, 100), async (changed) => {
    await Promise.all(changed.map((path) => tree.renew(path)));
    if (file && changed.includes(folderOf(file.path))) setRenewed((count) => count + 1);
  });

  function press(event) {
    if (event.key !== "Escape" || event.isComposing) return;
    event.stopPropagation();
    if (event.target.type === "search" && event.target.value) return;
    file ? toNames() : close();
  }

  const forNames = useMemo(() => ({ show, reached }), [reached]);
  const forView = useMemo(() => ({ file, asSource, renewed, told: setAbout }), [file, asSource, renewed]);
  const parts = file?.path.split("/") ?? [];
  const turns = ["markdown", "table", "sheets", "pages"].includes(about?.kind);
  const formatted = { markdown: words.rendered, pages: words.pages }[about?.kind] ?? words.table;
  const source = about?.kind === "pages" ? words.text : words.source;
  return (
    <section ref={panel} className="folio-files" aria-label={words.files} data-folio-folder={placeOf(file ?? {})} onKeyDown={press}>
      <header>
        {file && <Tool label={words.back} icon={ArrowLeft} onClick={() => toNames()} />}
        <h2 className="folio-heading">
          {file ? (
            <>
              {parts.slice(0, -1).map((name, index) => (
                <span key={index}>
                  <button type="button" onClick={() => toNames(parts.slice(0, index + 1).join("/"))}>{name}</button>/
                </span>
              ))}
              <b>{parts[parts.length - 1]}</b>
            </>
          ) : (
            words.files
          )}
        </h2>
        {!file && (
          <span className="folio-upload">
            <Tool label={words.upload(goesTo(tree.chosen))} icon={Upload} text={goesTo(tree.chosen)} onClick={upload} />
          </span>
        )}
        <span className="folio-close">
          <Tool label={words.close} icon={X} onClick={close} />
        </span>
      </header>
      {file && (
        <div className="folio-tools">
          <Tool label={words.ask} icon={MessageSquareText} text={words.askShort} onClick={askAbout} />
          <Button asChild variant="ghost" size="sm">
            <a href={`/folio/files/raw?path=${encodeURIComponent(file.path)}`} download={parts[parts.length - 1]}>
              <Download aria-hidden="true" />
              <span>{words.download}</span>
            </a>
          </Button>
          {turns && (
            <Tool
              label={asSource ? formatted : source}
              icon={Code}
              text={asSource ? formatted : source}
              onClick={() => setAsSource(!asSource)}
            />
          )}
        </div>
      )}
      {!file && names && <Renderer sourceCode={names} props={forNames} />}
      {file && view && <Renderer sourceCode={view} props={forView} />}
    </section>
  );
});

export default <Files />;
