// XML pieces of a workbook: escaping, cell references, and the parts beside the sheets.
import { sheetText } from './cell-text.ts';
import { firstFormatId, firstFormatStyle, type SheetLayout } from './sheet-layout.ts';

const declaration = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const office = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const packaging = 'http://schemas.openxmlformats.org/package/2006';
const sheetMl = 'application/vnd.openxmlformats-officedocument.spreadsheetml';

const needsCare = /[^\t\n !#-%'-;=?-^`-\ud7ff\ue000-\ufffd]/;
const looksEscaped = /_(?=x[0-9a-fA-F]{4}_)/gu;
const entities: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  '\r': '&#13;',
};

/** Text as XML holds it. Excel reads _x0041_ as an escaped character, so text that looks so has its underscore escaped. */
export function xmlText(text: string): string {
  if (!needsCare.test(text)) return text;
  return sheetText(text)
    .replaceAll(looksEscaped, '_x005F_')
    .replaceAll(/[&<>"\r]/gu, (sign) => entities[sign] ?? '');
}

/** 0 -> A, 25 -> Z, 26 -> AA. */
export function columnName(index: number): string {
  const letter = String.fromCharCode(65 + (index % 26));
  return index < 26 ? letter : columnName(Math.floor(index / 26) - 1) + letter;
}

export function sheetStart(layout: SheetLayout): string {
  const columns = layout.widths
    .map((width, index) => `<col min="${index + 1}" max="${index + 1}" width="${width}" customWidth="1"/>`)
    .join('');
  return (
    `${declaration}<worksheet xmlns="${main}"><sheetViews><sheetView workbookViewId="0">` +
    '<pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews>' +
    `${columns === '' ? '' : `<cols>${columns}</cols>`}<sheetData>`
  );
}

export function sheetEnd(layout: SheetLayout, lastRow: number): string {
  const last = columnName(Math.max(layout.widths.length - 1, 0));
  return `</sheetData><autoFilter ref="A1:${last}${lastRow}"/></worksheet>`;
}

export function stylesPart(layout: SheetLayout): string {
  const formats = layout.formats
    .map((format, index) => `<numFmt numFmtId="${firstFormatId + index}" formatCode="${xmlText(format)}"/>`)
    .join('');
  const formatStyles = layout.formats
    .map((_, index) => `<xf numFmtId="${firstFormatId + index}" xfId="0" applyNumberFormat="1"/>`)
    .join('');
  return (
    `${declaration}<styleSheet xmlns="${main}">` +
    (formats === '' ? '' : `<numFmts count="${layout.formats.length}">${formats}</numFmts>`) +
    '<fonts count="2"><font><sz val="11"/><name val="Calibri"/></font><font><b/><sz val="11"/><name val="Calibri"/></font></fonts>' +
    '<fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills>' +
    '<borders count="1"><border/></borders><cellStyleXfs count="1"><xf/></cellStyleXfs>' +
    `<cellXfs count="${firstFormatStyle + layout.formats.length}"><xf xfId="0"/><xf fontId="1" xfId="0" applyFont="1"/>` +
    `<xf xfId="0" quotePrefix="1"/>${formatStyles}</cellXfs></styleSheet>`
  );
}

export function workbookPart(sheetNames: readonly string[]): string {
  const sheets = sheetNames
    .map((name, index) => `<sheet name="${xmlText(name)}" sheetId="${index + 1}" r:id="sheet${index + 1}"/>`)
    .join('');
  return `${declaration}<workbook xmlns="${main}" xmlns:r="${office}"><sheets>${sheets}</sheets></workbook>`;
}

export function workbookRelations(sheetCount: number): string {
  const sheets = numbered(
    sheetCount,
    (n) => `<Relationship Id="sheet${n}" Type="${office}/worksheet" Target="worksheets/sheet${n}.xml"/>`,
  );
  return relations(`${sheets}<Relationship Id="styles" Type="${office}/styles" Target="styles.xml"/>`);
}

export function packageRelations(): string {
  return relations(`<Relationship Id="workbook" Type="${office}/officeDocument" Target="xl/workbook.xml"/>`);
}

export function contentTypes(sheetCount: number): string {
  const part = (path: string, type: string) =>
    `<Override PartName="/xl/${path}.xml" ContentType="${sheetMl}.${type}+xml"/>`;
  return (
    `${declaration}<Types xmlns="${packaging}/content-types">` +
    '<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>' +
    '<Default Extension="xml" ContentType="application/xml"/>' +
    part('workbook', 'sheet.main') +
    part('styles', 'styles') +
    `${numbered(sheetCount, (n) => part(`worksheets/sheet${n}`, 'worksheet'))}</Types>`
  );
}

const relations = (list: string) =>
  `${declaration}<Relationships xmlns="${packaging}/relationships">${list}</Relationships>`;

const numbered = (count: number, element: (n: number) => string) =>
  Array.from({ length: count }, (_, index) => element(index + 1)).join('');
