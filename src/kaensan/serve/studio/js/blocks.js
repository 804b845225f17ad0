// Rows and the blocks they make up.

/** The rows of each block, in page order: [{block, rows}]. */
export function blocksOf(rows) {
  const blocks = [];
  for (const row of rows) {
    const last = blocks.at(-1);
    if (last && last.block === row.block) last.rows.push(row.id);
    else blocks.push({ block: row.block, rows: [row.id] });
  }
  return blocks;
}

/** The rows that belong with a row: its block, or itself alone. */
export function rowsWith(rows, row, whole) {
  if (!whole) return [row];
  const { block } = rows[row];
  let first = row;
  let end = row + 1;
  while (first > 0 && rows[first - 1].block === block) first -= 1;
  while (end < rows.length && rows[end].block === block) end += 1;
  return Array.from({ length: end - first }, (_, at) => first + at);
}

/** The words of some rows, shortened. */
export function wordsOf(rows, ids, most = 160) {
  const words = ids.map((id) => rows[id].text.replace(/\s+/g, " ").trim()).join(" ");
  return words.length > most ? `${words.slice(0, most)}…` : words;
}
