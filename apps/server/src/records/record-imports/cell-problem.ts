// What no field can take, whatever it is.

/** As spreadsheets show them, in cells and in the .csv that they write; a row of signs is a number that its column is too narrow for. */
const errorShown =
  /^#(?:N\/A|NV|REF!|BEZUG!|VALUE!|WERT!|DIV\/0!|NAME\?|NUM!|ZAHL!|NULL!|SPILL!|CALC!|FIELD!|BLOCKED!|CONNECT!|BUSY!|UNKNOWN!|EXTERNAL!|PYTHON!|GETTING_DATA|ERROR!|#+)$/;

/** Label key; null for a cell with a value or without one. */
export function problemOfCell(cell: string): string | null {
  if (errorShown.test(cell)) return 'import_cell_error';
  return cell.includes('\ufffd') ? 'import_cell_unreadable' : null;
}
