// The names in the folder as a tree, and those that fit a filter: a part of the panel in Files.jsx.
import { useEffect, useLayoutEffect, useReducer, useRef, useState } from "react";
import { ChevronRight, File, FileImage, FileText, Folder, FolderOpen, Sheet } from "lucide-react";
import { Input } from "@/components/ui/input";

const { tree, words, size, date, fetched, marks, placeOf } = window.folioFiles;

const ICONS = [
  [/\.(png|jpe?g|gif|bmp|webp|tiff?|svg)$/i, FileImage],
  [/\.(csv|tsv|tab|xlsx?|xlsb|ods)$/i, Sheet],
  [/\.(txt|md|markdown|pdf|docx?|pptx?|odt|odp|rtf|html?|eml|log|epub)$/i, FileText],
];
const iconOf = (name, kind, open) =>
  kind === "folder" ? (open ? FolderOpen : Folder) : (ICONS.find(([ending]) => ending.test(name))?.[1] ?? File);

function useEvent(target, name, listen) {
  useEffect(() => {
    target.addEventListener(name, listen);
    return () => target.removeEventListener(name, listen);
  });
}

// Only the rows that can be seen are there. The list itself has the focus, and says which row is the active one.
function Rows({ label, count, rowAt, act, kept }) {
  const [from, setFrom] = useState(kept.scroll);
  const [seen, setSeen] = useState(600);
  const [active, setActive] = useState(kept.active);
  // Before the person has gone anywhere, keys begin at the first row; it is not chosen by that.
  const place = active ?? 0;
  const list = useRef(null);
  const typed = useRef({ text: "", at: 0 });
  const high = matchMedia("(pointer: coarse), (max-width: 767px)").matches ? 44 : 32;
  const first = Math.max(0, Math.floor(from / high) - 10);
  const last = Math.min(count, Math.ceil((from + seen) / high) + 10);

  useLayoutEffect(() => {
    list.current.scrollTop = kept.scroll;
    const observer = new ResizeObserver(([{ contentRect }]) => setSeen(contentRect.height));
    observer.observe(list.current);
    return () => observer.disconnect();
  }, []);
  useEffect(() => {
    if (active !== kept.active) stand(kept.active);
  });

  function go(number) {
    stand(number);
    tree.choose(rowAt(kept.active));
  }

  function stand(number) {
    const to = Math.max(0, Math.min(count - 1, number));
    kept.active = to;
    setActive(to);
    const box = list.current;
    if (to * high < box.scrollTop) box.scrollTop = to * high;
    if ((to + 1) * high > box.scrollTop + box.clientHeight) box.scrollTop = (to + 1) * high - box.clientHeight;
  }

  function typeAhead(letter) {
    const now = Date.now();
    typed.current = { text: (now - typed.current.at < 800 ? typed.current.text : "") + letter.toLowerCase(), at: now };
    const begin = place + (typed.current.text.length > 1 ? 0 : 1);
    for (let step = 0; step < Math.min(count, 2000); step++) {
      const number = (begin + step) % count;
      if (rowAt(number).name?.toLowerCase().startsWith(typed.current.text)) return go(number);
    }
  }

  function press(event) {
    const page = Math.max(1, Math.floor(seen / high) - 1);
    const steps = { ArrowDown: 1, ArrowUp: -1, PageDown: page, PageUp: -page, Home: -count, End: count };
    const known = event.key in steps || act(event.key === " " ? "Enter" : event.key, rowAt(place), go);
    if (event.key in steps) go(place + steps[event.key]);
    else if (!known && event.key.length === 1 && !event.ctrlKey && !event.metaKey && !event.altKey) typeAhead(event.key);
    else if (!known) return;
    else if (kept.active === null) go(place);
    event.preventDefault();
  }

  const shown = [];
  for (let number = first; number < last; number++) shown.push({ number, ...rowAt(number) });
  return (
    <div
      ref={list}
      role="tree"
      tabIndex={0}
      aria-label={label}
      aria-activedescendant={count ? `folio-row-${place}` : undefined}
      className="folio-rows"
      onKeyDown={press}
      onScroll={(event) => setFrom((kept.scroll = event.currentTarget.scrollTop))}
    >
      <div role="none" style={{ height: count * high }}>
        {shown.map(({ number, path, name, shownName, kind, open, depth, at, total, entry, mark, link }) => {
          const Icon = iconOf(name ?? "", kind, open);
          return (
            <div
              key={number}
              id={`folio-row-${number}`}
              role="treeitem"
              aria-level={depth}
              aria-posinset={at + 1}
              aria-setsize={total}
              aria-selected={number === active}
              aria-expanded={kind === "folder" && open !== undefined ? open : undefined}
              data-at={number === place || undefined}
              data-kind={kind}
              data-folio-folder={placeOf({ path, kind })}
              className="folio-row"
              style={{ top: number * high, height: high, paddingInlineStart: `${depth - 0.5}rem` }}
              onClick={() => (go(number), act("Enter", rowAt(number), go))}
            >
              <ChevronRight aria-hidden="true" className="folio-chevron" />
              <Icon aria-hidden="true" />
              <span className="folio-name" title={shownName ?? name}>
                {shownName ?? name ?? words.loading}
              </span>
              {link && <small>{words.link}</small>}
              {mark && <small data-mark={mark}>{words.marks[mark]}</small>}
              {kind === "file" && entry && <small className="folio-size">{size(entry.size)}</small>}
              {entry?.changed > 0 && (
                <small className="folio-date" title={date(entry.changed, true)}>
                  {date(entry.changed)}
                </small>
              )}
            </div>
          );
        })}
      </div>
    </div>
  );
}

const markBelow = (marked, path) => [...marked.keys()].some((changed) => changed.startsWith(`${path}/`));

// One and the same component each time this file is run: see Question.jsx.
const Names = (window.folioNames ??= function Names({ show, reached }) {
  const [, redraw] = useReducer((count) => count + 1, 0);
  const [filter, setFilter] = useState(tree.filter ?? "");
  const [found, setFound] = useState(null);
  const asked = useRef("");
  const looking = useRef(false);
  const marked = marks();
  const gone = [...marked].reverse();
  useEffect(() => {
    tree.listeners.add(redraw);
    tree.load(tree.root, 0);
    return () => tree.listeners.delete(redraw);
  }, []);
  useEvent(window, "folio-marks", redraw);
  useEffect(() => {
    if (reached) reveal(reached);
  }, [reached]);
  useEffect(() => {
    tree.filter = asked.current = filter.trim();
    if (!asked.current) return setFound(null);
    const wait = setTimeout(look, 200);
    return () => clearTimeout(wait);
  }, [filter]);

  // One search at a time, and then the newest: in a large folder each takes a while.
  async function look() {
    if (looking.current) return;
    looking.current = true;
    let text = "";
    let told = null;
    while (text !== asked.current) {
      text = asked.current;
      told = text && (await fetched("find", { text }).catch(({ message }) => ({ names: [], total: 0, said: message })));
    }
    looking.current = false;
    setFound(told ? { ...told, kept: { scroll: 0, active: null } } : null);
  }

  function rowOfTree(number) {
    const row = tree.row(number);
    const { entry, path, node } = row;
    const open = entry?.kind === "folder" ? tree.isOpen(row) : undefined;
    const below = entry?.kind === "folder" && !open && markBelow(marked, path) ? "changed" : undefined;
    return { ...row, number, open, name: entry?.name, kind: entry?.kind, link: entry?.link, total: node.total ?? 1, mark: marked.get(path) ?? below };
  }
  function rowFound(number) {
    const entry = found.names[number];
    return { entry, path: entry.path, name: entry.path.split("/").pop(), shownName: entry.path, kind: entry.kind, depth: 1, at: number, total: found.names.length, mark: marked.get(entry.path) };
  }
  async function reveal(path) {
    setFilter("");
    setFound(null);
    tree.active = await tree.reveal(path);
    tree.choose({ path, kind: "folder" });
    redraw();
  }
  function act(key, row, go) {
    const { path, kind, open, node, depth } = row;
    if (key === "Enter" && kind === "folder" && found) reveal(path);
    else if (key === "Enter" && kind === "folder") tree.setOpen(row, !open);
    else if (key === "Enter" && path) show({ path });
    else if (found) return false;
    else if (key === "ArrowRight" && kind === "folder") open ? go(row.number + 1) : tree.setOpen(row, true);
    else if (key === "ArrowLeft" && open) tree.setOpen(row, false);
    else if (key === "ArrowLeft" && depth > 1) go(row.number - 1 - tree.numberOf(node, row.at) + tree.numberOf(node, 0));
    else return false;
    return true;
  }

  const { root } = tree;
  const empty = found ? found.total === 0 && (found.said || words.nothing) : root.said || (root.total === 0 && words.empty);
  return (
    <>
      <Input
        type="search"
        value={filter}
        placeholder={words.filter}
        aria-label={words.filter}
        onChange={(event) => setFilter(event.target.value)}
      />
      {gone.length > 0 && !found && (
        <details className="folio-changed">
          <summary>
            {words.changedHere} ({gone.length})
          </summary>
          {gone.map(([path, mark]) => (
            <button key={path} type="button" disabled={mark === "deleted"} data-mark={mark} onClick={() => show({ path })}>
              <span>{path}</span> <small data-mark={mark}>{words.marks[mark]}</small>
            </button>
          ))}
        </details>
      )}
      {empty ? (
        <p className="folio-note" role="status">{empty}</p>
      ) : (
        <Rows
          key={found ? "found" : "tree"}
          label={words.tree}
          count={found ? found.names.length : tree.height()}
          rowAt={found ? rowFound : rowOfTree}
          act={act}
          kept={found ? found.kept : tree}
        />
      )}
      {found && found.total > 0 && <p className="folio-note" role="status">{words.found(found.names.length, found.total)}</p>}
      {!found && root.hidden > 0 && <p className="folio-note">{words.hidden(root.hidden)}</p>}
      {!found && root.cut && <p className="folio-note">{words.cut(root.total)}</p>}
    </>
  );
});

export default <Names {...props} />;
