// The floor of the long grid: plain rows, all drawn before they are scrolled, without React. What is late there is the machine's.

/** More than five seconds of three rows a frame reach. */
const rowCount = 1_000;
const columnCount = 7;

/** The page as one text of HTML: as wide, as high and with as many cells of text in view as the grid's. */
export function plainRowsPage(): string {
  const row = (index: number) =>
    `<div class="row">${Array.from({ length: columnCount }, (_, column) => `<div role="gridcell">${index} of ${column}</div>`).join('')}</div>`;
  return `<!doctype html><style>
    body { margin: 0; font: 14px/39px sans-serif; background: #fff; color: #222; }
    .scroller { height: 800px; overflow: auto; background: #fff; }
    .row { display: flex; height: 39px; border-bottom: 1px solid #ddd; contain: layout size style; }
    .row > div { flex: 1; padding: 0 12px; white-space: nowrap; }
  </style><div class="scroller" role="grid">${Array.from({ length: rowCount }, (_, index) => row(index)).join('')}</div>`;
}
