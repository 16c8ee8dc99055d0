// A file as it reads, some lines at a time: a part of the panel in Files.jsx.
import { useEffect, useLayoutEffect, useRef, useState } from "react";
import { Markdown } from "@/components/markdown";
import { Button } from "@/components/ui/button";

const { words, fetched, folderOf, size, date } = window.folioFiles;
const LINES = 500;
const BEFORE = 50;

function Lines({ text, first, isMarked }) {
  return (
    <div className="folio-lines" role="presentation">
      {text.map((line, index) => (
        <div key={first + index} data-line={first + index} data-marked={isMarked(first + index) || undefined}>
          <span className="folio-number" aria-hidden="true">
            {first + index}
          </span>
          <code>{line || "\u200b"}</code>
        </div>
      ))}
    </div>
  );
}

function Cells({ rows, head, isMarked }) {
  return (
    <div className="folio-table" tabIndex={0} role="region" aria-label={words.table}>
      <table>
        {head && (
          <thead>
            <tr>
              <th scope="col" aria-label="№" />
              {head.map((text, index) => (
                <th key={index} scope="col">{text}</th>
              ))}
            </tr>
          </thead>
        )}
        <tbody>
          {rows.map(({ key, line, cells, more }) => (
            <tr key={line} data-line={line} data-marked={isMarked(line) || undefined}>
              <th scope="row">{key ?? line}</th>
              {cells.map((cell, index) => (
                <td key={index}>{cell}</td>
              ))}
              {more > 0 && <td>{words.columns(more)}</td>}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

const letters = (a, b) => a.length - b.length || (a < b ? -1 : 1);

// A workbook's rows, sheet after sheet: a line that is no row begins a sheet, or says something about it.
function Sheets({ rows, isMarked }) {
  const parts = [];
  for (const row of rows) {
    if (row.said !== undefined) parts.push({ said: row.said, line: row.line, rows: [] });
    else {
      if (!parts.length) parts.push({ rows: [] });
      parts[parts.length - 1].rows.push(row);
    }
  }
  return parts.map(({ said, line, rows: own }, index) => {
    const head = [...new Set(own.flatMap((row) => Object.keys(row.cells)))].sort(letters);
    const shown = own.map((row) => ({ key: row.row, line: row.line, cells: head.map((column) => row.cells[column] ?? "") }));
    return (
      <section key={index} data-line={line}>
        {said && <p className="folio-said">{said}</p>}
        {own.length > 0 && <Cells rows={shown} head={head} isMarked={isMarked} />}
      </section>
    );
  });
}

// The pages of a PDF as they look. Each is fetched when it comes into sight; one that is not there takes no place.
function Pages({ numbers, address }) {
  return (
    <div className="folio-pages">
      {numbers.map((number) => (
        <img key={number} loading="lazy" src={`${address}${number}`} alt={words.page(number)} onError={(event) => (event.target.hidden = true)} />
      ))}
    </div>
  );
}

function Content({ shown, asSource, isMarked }) {
  const { kind, text, rows, rendered, first, path } = shown;
  if (kind === "picture") return <img className="folio-picture" src={`${shown.raw}&at=${shown.changed}`} alt={path} />;
  if (kind === "pages" && !asSource) return <Pages numbers={shown.pages} address={shown.page} />;
  if (!text.length) return <p className="folio-note">{words.emptyFile}</p>;
  if (kind === "markdown" && !asSource)
    return (
      <div className="folio-rendered message-content" data-folder={folderOf(path)}>
        {rendered.map((part, index) => (
          <Markdown key={index}>{part}</Markdown>
        ))}
      </div>
    );
  if (kind === "table" && !asSource) {
    const [head, ...others] = first === 1 ? rows : [undefined, ...rows];
    return <Cells rows={others} head={head?.cells} isMarked={isMarked} />;
  }
  if (kind === "sheets" && !asSource) return <Sheets rows={rows} isMarked={isMarked} />;
  return <Lines text={text} first={first} isMarked={isMarked} />;
}

// Two parts of one file that follow one another.
function both(a, b) {
  const lines = { text: [...a.text, ...b.text], rows: a.rows && b.rows && [...a.rows, ...b.rows] };
  const rendered = a.rendered && [...a.rendered, ...b.rendered];
  const pages = a.pages && [...new Set([...a.pages, ...b.pages])];
  return { ...b, ...lines, pages, rendered, first: a.first, columns: a.columns || b.columns };
}

const asShown = (told) => ({ ...told, rendered: told.rendered === undefined ? undefined : [told.rendered] });

const View = (window.folioView ??= function View({ file, asSource, told, renewed }) {
  const [shown, setShown] = useState(null);
  const [said, setSaid] = useState("");
  const box = useRef(null);
  const wanted = useRef(null);
  // Whether the view stands at what was asked for: from when it is shown until the person moves in it.
  const stands = useRef(true);
  const { path, first = 0, last = 0 } = file;
  const isMarked = (line) => first > 0 && line >= first && line <= last;

  async function take(given, place = (next) => next) {
    const mine = (wanted.current = { path, ...given });
    try {
      const next = asShown(await fetched("view", mine));
      if (wanted.current !== mine) return;
      setShown(place(next));
      setSaid("");
      told({ ...next, failed: false });
    } catch (error) {
      if (wanted.current !== mine) return;
      // A link may name lines that are not there any more.
      if (error.code?.startsWith("args:range") && mine.from > 1) return take({ from: 1, lines: LINES });
      setSaid(error.message);
      if (!shown || error.code !== undefined) told({ kind: "", path, failed: true });
    }
  }

  useEffect(() => {
    stands.current = true;
    setShown(null);
    box.current.focus();
    take({ from: Math.max(1, first - BEFORE), lines: LINES });
  }, [file]);
  // Something has changed in its folder: what is shown is fetched anew, and stays where it is.
  useEffect(() => {
    if (renewed && shown) take({ from: Math.max(1, shown.first ?? 1), lines: Math.min(2000, Math.max(LINES, (shown.last ?? 0) - (shown.first ?? 0) + 1)) });
  }, [renewed]);
  function stand() {
    if (!stands.current) return;
    const at = first > 0 && box.current.querySelector(`[data-line="${first}"]`);
    if (at) at.scrollIntoView({ block: "center" });
    else box.current.scrollTop = 0;
  }
  useLayoutEffect(stand, [shown]);
  // Lines wrap in another way at another width.
  useEffect(() => {
    const observer = new ResizeObserver(stand);
    observer.observe(box.current);
    return () => observer.disconnect();
  }, [file]);
  const move = () => (stands.current = false);

  const more = () => take({ from: shown.next[0], column: shown.next[1], lines: LINES }, (next) => both(shown, next));
  const earlier = () => {
    const from = Math.max(1, shown.first - LINES);
    return take({ from, lines: shown.first - from }, (next) => ({ ...both(next, shown), next: shown.next, last: shown.last }));
  };
  const bounded = shown && shown.first > 0 && (shown.first > 1 || shown.next || shown.columns);
  return (
    <div
      ref={box}
      className="folio-view"
      tabIndex={0}
      role="region"
      aria-label={path}
      aria-busy={!shown && !said}
      onWheel={move}
      onPointerDown={move}
      onKeyDown={move}
    >
      {said && <p className="folio-note" role="alert">{said}</p>}
      {!shown && !said && <p className="folio-note">{words.loading}</p>}
      {shown && (
        <>
          <p className="folio-facts">
            {size(shown.size)} · {date(shown.changed, true)}
            {shown.about && ` · ${shown.about}`}
          </p>
          {shown.about && (shown.kind !== "pages" || asSource) && <p className="folio-note">{words.document}</p>}
          {shown.notes?.map((note) => (
            <p key={note} className="folio-note">{note}</p>
          ))}
          {shown.first > 1 && (
            <Button type="button" variant="outline" size="sm" onClick={earlier}>
              {words.earlier}
            </Button>
          )}
          <Content shown={shown} asSource={asSource} isMarked={isMarked} />
          {bounded && (
            <p className="folio-note folio-bounds" role="status">
              {shown.columns ? words.piece(shown.last, ...shown.columns) : words.lines(shown.first, shown.last, shown.total)}
              {shown.next && (
                <Button type="button" variant="outline" size="sm" onClick={more}>
                  {words.more}
                </Button>
              )}
            </p>
          )}
        </>
      )}
    </div>
  );
});

export default <View {...props} />;
