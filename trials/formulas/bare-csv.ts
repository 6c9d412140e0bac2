// What programs other than LibreOffice would run: it takes an equals sign alone for a formula.

const risky = /^[=+\-@\t\r]/;
const number = /^[+-]?\d+(\.\d+)?$/;

/** Cells that begin as a formula does and are no number. */
export function bareFormulasIn(csv: string): string[] {
  return cellsOf(csv.replace(/^\ufeff/, '')).filter((cell) => risky.test(cell) && !number.test(cell));
}

/** RFC 4180. */
function cellsOf(csv: string): string[] {
  const cells: string[] = [];
  for (const [, quoted, plain = ''] of csv.matchAll(/(?:^|,|\r\n)(?:"((?:[^"]|"")*)"|([^",\r\n]*))/g)) {
    cells.push(quoted === undefined ? plain : quoted.replaceAll('""', '"'));
  }
  return cells;
}
