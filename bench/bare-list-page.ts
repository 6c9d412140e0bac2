// The floor of the first row: a page without a framework that asks for the same list and draws the same rows.
import { listScannedCheckpoints } from '@watchpost/contract/scanned-checkpoints';
import { apiPath, timeZone } from './product.ts';

/** The report is specified to load its data once it has been open for so long (REP-09). */
const specifiedDelayMs = 200;

/** The page as one text of HTML, to be served where the product is. */
export function bareListPage(): string {
  const address = JSON.stringify(apiPath(listScannedCheckpoints.path));
  return `<!doctype html><style>
    body { margin: 0; font: 14px/39px sans-serif; }
    .row { display: flex; height: 39px; border-bottom: 1px solid #ddd; }
    .row > div { flex: 1; padding: 0 12px; white-space: nowrap; overflow: hidden; }
  </style><div role="grid"></div><script>
    setTimeout(async () => {
      const reply = await fetch(${address}, { headers: { timezone: ${JSON.stringify(timeZone)} } });
      const { data } = await reply.json();
      document.querySelector('[role="grid"]').append(...data.map((round, index) => {
        const row = document.createElement('div');
        row.className = 'row';
        for (const value of Object.values(round).slice(0, 9)) {
          const cell = document.createElement('div');
          cell.setAttribute('role', 'gridcell');
          cell.dataset.row = String(index);
          cell.textContent = String(value);
          row.append(cell);
        }
        return row;
      }));
    }, ${specifiedDelayMs});
  </script>`;
}
