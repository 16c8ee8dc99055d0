// The folder as rows of a tree: folders that are open, pages of names that have been fetched, and which row is which.
const PAGE = 500;

export async function fetched(route, given) {
  const answer = await fetch(`/folio/files/${route}?${new URLSearchParams(given)}`, {
    headers: { "accept-language": navigator.language },
  });
  const told = await answer.json().catch(() => ({}));
  if (!answer.ok) throw Object.assign(new Error(told.said ?? answer.statusText), told);
  return told;
}

export const joined = (folder, name) => (folder ? `${folder}/${name}` : name);
export const folderOf = (path) => path.slice(0, Math.max(0, path.lastIndexOf("/")));

// The folder that a row stands for, or is in: "." is the root.
export const placeOf = ({ path = "", kind }) => (kind === "folder" ? path : folderOf(path)) || ".";

// `open` holds the folders that are open in it, by their names, each with the place where it stands.
const closed = (path) => ({ path, total: null, hidden: 0, cut: false, said: "", pages: new Map(), open: new Map() });

export class Tree {
  constructor() {
    this.root = closed("");
    this.listeners = new Set();
    // What a view of it comes back to.
    this.scroll = 0;
    this.active = null;
    // The folder that the person chose in it, "" until they do.
    this.chosen = "";
  }

  tell() {
    for (const listener of this.listeners) listener();
  }

  // The folder of a row, which the person has gone to.
  choose(row) {
    const folder = placeOf(row);
    // A row that has not come yet has no name.
    if (!row.path || folder === this.chosen) return;
    this.chosen = folder;
    this.tell();
  }

  height(node = this.root) {
    let rows = node.total ?? 1;
    for (const { node: below } of node.open.values()) rows += this.height(below);
    return rows;
  }

  // The row of this number (from 0): a name, undefined where it has not come yet, with its place and its depth.
  row(number, node = this.root, depth = 1) {
    let skipped = 0;
    for (const { at, node: below } of [...node.open.values()].sort((a, b) => a.at - b.at)) {
      const first = at + 1 + skipped;
      if (number < first) break;
      const rows = this.height(below);
      if (number < first + rows) return this.row(number - first, below, depth + 1);
      skipped += rows;
    }
    const at = number - skipped;
    const page = node.pages.get(Math.floor(at / PAGE));
    const entry = page?.names[at % PAGE];
    if (!page) this.load(node, Math.floor(at / PAGE));
    return { node, at, depth, entry, path: entry && joined(node.path, entry.name) };
  }

  // The number of the row at `at` in `node`, -1 where it is not shown.
  numberOf(node, at, from = this.root) {
    const before = (limit) =>
      [...from.open.values()].reduce((rows, { at: place, node: below }) => rows + (place < limit ? this.height(below) : 0), 0);
    if (node === from) return at + before(at);
    for (const { at: place, node: below } of from.open.values()) {
      const found = this.numberOf(node, at, below);
      if (found >= 0) return place + before(place) + 1 + found;
    }
    return -1;
  }

  async load(node, page, anew = false) {
    if (node.pages.has(page) && !anew) return;
    if (!anew) node.pages.set(page, { names: [] });
    try {
      const told = await fetched("list", { path: node.path, offset: page * PAGE, limit: PAGE });
      node.pages.set(page, told);
      Object.assign(node, { total: told.total, hidden: told.hidden, cut: told.cut, said: "" });
      told.names.forEach((entry, index) => {
        const open = node.open.get(entry.name);
        if (open) open.at = page * PAGE + index;
      });
    } catch (error) {
      Object.assign(node, { total: 0, said: error.message });
    }
    this.tell();
  }

  isOpen({ node, entry }) {
    return node.open.has(entry?.name);
  }

  setOpen({ node, at, entry }, open) {
    if (open) {
      const below = closed(joined(node.path, entry.name));
      node.open.set(entry.name, { at, node: below });
      this.load(below, 0);
    } else {
      node.open.delete(entry.name);
    }
    this.tell();
  }

  node(path) {
    let node = this.root;
    for (const name of path ? path.split("/") : []) node = node?.open.get(name)?.node;
    return node;
  }

  folders(node = this.root) {
    return [node.path, ...[...node.open.values()].flatMap(({ node: below }) => this.folders(below))];
  }

  // Fetches anew what was fetched of this folder; of a long one only the pages that `first` to `last` are on.
  async renew(path) {
    const node = this.node(path);
    if (!node) return;
    const [newest] = [...node.pages.keys()].slice(-1);
    for (const page of [...node.pages.keys()]) if (page !== 0 && page !== newest) node.pages.delete(page);
    await Promise.all([...node.pages.keys()].map((page) => this.load(node, page, true)));
    const names = new Set(node.pages.get(0)?.names.map((entry) => entry.name));
    for (const name of node.open.keys()) if (node.total <= PAGE && !names.has(name)) node.open.delete(name);
    this.tell();
  }

  // Opens the folder `path` and those above it; gives the number of its row.
  async reveal(path) {
    let node = this.root;
    let number = 0;
    await this.load(node, 0);
    for (const name of path.split("/").filter(Boolean)) {
      const at = node.pages.get(0)?.names.findIndex((entry) => entry.name === name) ?? -1;
      if (at < 0) break;
      number = this.numberOf(node, at);
      if (!node.open.has(name)) node.open.set(name, { at, node: closed(joined(node.path, name)) });
      node = node.open.get(name).node;
      await this.load(node, 0);
    }
    this.tell();
    return number;
  }
}
