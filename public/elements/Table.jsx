// The first rows of a table that a step has read. All texts come with the props, and are shown as text.

// One and the same component each time this file is run: see Question.jsx.
const Table = (window.folioTable ??= function Table({ shown }) {
  const { caption, names, rows, numeric } = shown;
  const kind = (index) => (numeric[index] ? "folio-figure" : undefined);
  return (
    <div className="folio-figures" role="region" aria-label={caption} tabIndex={0}>
      <table>
        <caption>{caption}</caption>
        <thead>
          <tr>
            {names.map((name, index) => (
              <th key={index} scope="col" className={kind(index)}>
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((cells, row) => (
            <tr key={row}>
              {names.map((_, index) => (
                <td key={index} className={kind(index)}>
                  {cells[index]}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
});

export default <Table shown={props} />;
