// The rows of a page: what the service decided about each, with the words that stand in the frame.

/** Rows as objects, from the columns that the service sends; `textOf` gives the words of a row. */
export function unpackRows(columns, textOf) {
  return columns.role.map((role, id) => ({
    id,
    role,
    block: columns.block[id],
    tag: columns.tag[id],
    score: columns.score[id],
    visible: Boolean(columns.visible[id]),
    length: columns.length[id],
    text: textOf(id),
  }));
}

const NEAR = 0.15; // how near to the threshold a score counts as doubtful
const EVEN = 0.5; // the threshold of methods that have none of the page's own

/** Whether a text was nearly decided the other way. */
export const isDoubtful = (view, row) =>
  row.role !== "title" && Math.abs(row.score - (view.threshold ?? EVEN)) < NEAR && row.visible;

const KINDS = {
  kept: (view, row) => row.role === "content",
  doubtful: isDoubtful,
  dropped: (view, row) => row.role === "other" && row.visible,
};

export const STEPS = Object.keys(KINDS);

/** The first row of the next block of a kind, from a row on, forwards or backwards; null where there is none. */
export function nextOf(view, kind, from, step) {
  const { rows } = view;
  const block = from === null ? null : rows[from]?.block;
  for (let at = from === null ? (step > 0 ? 0 : rows.length - 1) : from + step; rows[at]; at += step) {
    if (rows[at].block === block || !KINDS[kind](view, rows[at])) continue;
    while (step < 0 && rows[at - 1]?.block === rows[at].block && KINDS[kind](view, rows[at - 1])) at -= 1;
    return at;
  }
  return null;
}

const FOLDED = 4; // shorter runs of dropped texts stay as they are

/** The runs of dropped texts that are worth folding: [{first, end}] by rows; what a person labelled stays open. */
export function droppedRuns(rows, labels) {
  const runs = [];
  let first = null;
  rows.forEach((row, at) => {
    const isDropped = row.role === "other" && !labels[row.id];
    if (isDropped && first === null) first = at;
    if (!isDropped && first !== null) {
      runs.push({ first, end: at });
      first = null;
    }
  });
  if (first !== null) runs.push({ first, end: rows.length });
  return runs.filter((run) => run.end - run.first >= FOLDED);
}
