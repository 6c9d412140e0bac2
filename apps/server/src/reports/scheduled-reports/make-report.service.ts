// Makes the files of a report: one document with all its parts, and a spreadsheet of each.
import { setImmediate as nextTurn } from 'node:timers/promises';
import { type Language, localeOf } from '@watchpost/domain/languages';
import { pdfRowsMax } from '@watchpost/domain/limits';
import {
  type ReportContent,
  reportFileMaxBytes,
  type ReportFormat,
  reportPdfRowsMax,
} from '@watchpost/domain/scheduled-reports';
import { addDays, calendarDate, type TimeRange } from '@watchpost/domain/time-zone';
import type { FileStore } from '../../platform/adapters/files/file-store.ts';
import { findFileDateFormat, findOwnDateFormat } from '../../platform/branding/date-format.queries.ts';
import { readLogo } from '../../platform/branding/logo-picture.ts';
import { readSiteLogo } from '../../platform/branding/site-logo.ts';
import { timeText } from '../../platform/branding/time-text.ts';
import type { MailFigures } from '../../platform/mail/mail-content.ts';
import { productAccent, readableAccent } from '../../platform/mail/readable-accent.ts';
import { cellReader } from '../../platform/tables-out/cell-reader.ts';
import { PdfFonts, textsIn } from '../../platform/tables-out/pdf-fonts.ts';
import { pageNumberTexts } from '../../platform/tables-out/pdf-page-numbers.ts';
import { RowTexts, rowsMeasured } from '../../platform/tables-out/pdf.ts';
import { type Cell, tableFormats, type TableMeta, writeTable } from '../../platform/tables-out/table.ts';
import { periodText } from './period-text.ts';
import { type PageBrand, ReportPages } from './report-pages.ts';
import { findFigures, readRows, type RowSelection } from './report-rows.queries.ts';
import { findReportSite, findTenantLook } from './report-settings.queries.ts';
import { type ReportTable, reportTable } from './report-tables.ts';
import { reportTexts } from './texts/report-texts.ts';
import type { ReportFigure, ReportTexts } from './texts/text-types.ts';

type Db = Parameters<typeof findFigures>[0];

/** What is to be made. */
export interface ReportOrder {
  readonly name: string;
  readonly tenantId: string;
  readonly siteId: string | null;
  readonly contents: readonly ReportContent[];
  readonly formats: readonly ReportFormat[];
  readonly language: Language;
  readonly timeZone: string;
  readonly range: TimeRange;
  readonly subjectIds: readonly string[] | null;
  readonly isPreview?: boolean;
}

export interface MadeFile {
  readonly name: string;
  readonly mediaType: string;
  readonly bytes: Buffer;
}

interface Part {
  readonly content: ReportContent;
  readonly table: ReportTable;
  readonly count: number;
  readonly figures: MailFigures['figures'];
}

/** A report whose figures are known and whose files can be made one after the other. */
export interface OpenedReport {
  readonly siteName: string | null;
  readonly period: string;
  readonly rows: number;
  /** Of each part. */
  readonly figures: readonly MailFigures[];
  readonly files: () => AsyncGenerator<MadeFile>;
}

/** A file grew beyond what may be made. */
export class ReportTooLarge extends Error {
  override readonly name = 'ReportTooLarge';
}

export async function openReport(files: FileStore, db: Db, order: ReportOrder): Promise<OpenedReport> {
  const { tenantId, siteId, language, timeZone, range } = order;
  const texts = reportTexts(language);
  const locale = localeOf(language);
  const selection = { tenantId, siteId, range, subjectIds: order.subjectIds, nowMs: Date.now() };
  const site = siteId === null ? null : await findReportSite(db, tenantId, siteId);
  const parts: Part[] = [];
  for (const content of order.contents) parts.push(await partOf(db, content, order, selection));
  const format = await findOwnDateFormat(db, tenantId);
  const period = periodText(range, { timeZone, locale, format });
  const opened = { order, texts, selection, parts, period, siteName: site?.name ?? null };
  return {
    siteName: site?.name ?? null,
    period,
    rows: parts.reduce((sum, { count }) => sum + count, 0),
    figures: parts.map(({ content, figures }) => ({ title: texts.contents[content], figures })),
    files: () => makeFiles(files, db, opened),
  };
}

async function partOf(
  db: Db,
  content: ReportContent,
  order: ReportOrder,
  selection: RowSelection,
): Promise<Part> {
  const { figures: labels } = reportTexts(order.language);
  const numbers = new Intl.NumberFormat(localeOf(order.language));
  const { count, figures } = await findFigures(db, content, selection);
  return {
    content,
    table: reportTable(content, order.language),
    count,
    figures: figures.map(([name, value]) => ({
      label: isFigure(name, labels) ? labels[name] : name,
      value: numbers.format(value),
    })),
  };
}

const isFigure = (name: string, labels: ReportTexts['figures']): name is ReportFigure =>
  Object.hasOwn(labels, name);

interface Opened {
  readonly order: ReportOrder;
  readonly texts: ReportTexts;
  readonly selection: RowSelection;
  readonly parts: readonly Part[];
  readonly period: string;
  readonly siteName: string | null;
}

async function* makeFiles(files: FileStore, db: Db, opened: Opened): AsyncGenerator<MadeFile> {
  const { order, texts, parts } = opened;
  const dateFormat = await findFileDateFormat(db, order.tenantId);
  const days = daysOf(order);
  const nameOf = (...names: string[]) =>
    [...names, days].join(' ').replaceAll(/[\\/:*?"<>|\p{Cc}\p{Cs}]+/gu, '-');
  if (order.formats.includes('pdf')) {
    const bytes = await collected(drawReport(files, db, opened, dateFormat));
    yield { name: `${nameOf(order.name)}.pdf`, mediaType: tableFormats.pdf.mime, bytes };
  }
  for (const format of (['xlsx', 'csv'] as const).filter((one) => order.formats.includes(one))) {
    for (const part of parts) {
      const title = texts.contents[part.content];
      // All of them: a file that is too large for that is none.
      const rows = rowsOf(db, opened, part, Number.POSITIVE_INFINITY);
      const bytes = await collected(writeTable(format, metaOf(opened, part, title, dateFormat), rows));
      const name = parts.length === 1 ? nameOf(order.name) : nameOf(order.name, title);
      yield { name: `${name}.${format}`, mediaType: tableFormats[format].mime, bytes };
    }
  }
}

/** The days of a report for the names of its files, the first alone where it covers no more. */
function daysOf({ range, timeZone, subjectIds }: ReportOrder): string {
  const from = calendarDate(range.fromMs, timeZone);
  const end = calendarDate(range.toMs, timeZone);
  // One on events ends with the last of them, any other as the day after its last one begins, whatever the hour.
  const last = subjectIds === null ? addDays(end, -1) : end;
  // In letters that every file system and mail program takes.
  return last > from ? `${from} - ${last}` : from;
}

const metaOf = ({ order }: Opened, { table }: Part, title: string, dateFormat: string): TableMeta => ({
  title,
  columns: table.columns,
  timeZone: order.timeZone,
  dateFormat,
});

async function* rowsOf(db: Db, { selection }: Opened, { content, table }: Part, limit: number) {
  for await (const rows of readRows(db, content, selection, limit)) yield rows.map(table.cellsOf);
}

/** Throws ReportTooLarge as soon as the pieces are more than a file may be. */
async function collected(pieces: AsyncIterable<Uint8Array>): Promise<Buffer> {
  const buffered: Uint8Array[] = [];
  let bytes = 0;
  for await (const piece of pieces) {
    bytes += piece.length;
    if (bytes > reportFileMaxBytes)
      throw new ReportTooLarge(`A file of the report is larger than ${reportFileMaxBytes} bytes`);
    buffered.push(piece);
  }
  return Buffer.concat(buffered);
}

async function brandOf(files: FileStore, db: Db, { tenantId, siteId }: ReportOrder): Promise<PageBrand> {
  const look = await findTenantLook(db, tenantId);
  const [logo, siteLogo] = await Promise.all([
    readLogo(files, db, tenantId),
    siteId === null ? null : readSiteLogo(files, db, { tenantId, siteId }),
  ]);
  return {
    tenantName: look.name,
    accent: readableAccent(look.accent, productAccent),
    tenantLogo: logo?.bytes ?? null,
    siteLogo: siteLogo?.bytes ?? null,
  };
}

async function* drawReport(
  files: FileStore,
  db: Db,
  opened: Opened,
  dateFormat: string,
): AsyncGenerator<Uint8Array> {
  const { order, texts, parts, period, siteName } = opened;
  // Loaded for the first document only: it takes a fifth of an idle server's memory.
  const { default: PDFDocument } = await import('pdfkit');
  const title = order.isPreview === true ? `${order.name} (${texts.preview})` : order.name;
  const document = new PDFDocument({
    size: 'A4',
    layout: 'landscape',
    margin: 0,
    autoFirstPage: false,
    info: { Title: title },
  });
  const brand = await brandOf(files, db, order);
  const times = { format: dateFormat, timeZone: order.timeZone, locale: localeOf(order.language) };
  const made = texts.made(timeText(Date.now(), times));
  const footer = `${brand.tenantName}, ${title}, ${period}. ${made}`;
  const number = pageNumberTexts[order.language];
  const lines = [
    `${siteName ?? texts.allSites}  ·  ${period}`,
    `${texts.times(order.timeZone)}  ·  ${order.contents.map((content) => texts.contents[content]).join(', ')}`,
  ];
  const fonts = new PdfFonts();
  await fonts.load(textsIn([brand.tenantName, title, lines, footer, number]));
  const pages = new ReportPages(document, fonts, brand, { footer, number });
  pages.head(title, lines);
  for (const part of parts) yield* drawPart(db, opened, part, { document, fonts, pages, dateFormat });
  pages.end();
  document.end();
  for await (const bytes of document) yield bytes;
}

interface Canvas {
  readonly document: { read(): unknown };
  readonly fonts: PdfFonts;
  readonly pages: ReportPages;
  readonly dateFormat: string;
}

async function* drawPart(db: Db, opened: Opened, part: Part, canvas: Canvas): AsyncGenerator<Uint8Array> {
  const { texts: allTexts, order } = opened;
  const { document, fonts, pages } = canvas;
  const title = allTexts.contents[part.content];
  const limit = Math.min(reportPdfRowsMax, pdfRowsMax);
  const numbers = new Intl.NumberFormat(localeOf(order.language));
  const shortened = allTexts.shortened(numbers.format(limit), numbers.format(part.count));
  await fonts.load(textsIn([title, part.figures, allTexts.none, shortened]));
  pages.section(title, part.figures);
  if (part.count === 0) {
    pages.note(allTexts.none);
    return;
  }
  if (part.count > limit) pages.note(shortened);
  const meta = metaOf(opened, part, title, canvas.dateFormat);
  const read = cellReader(meta);
  const texts = new RowTexts(meta);
  const textsOf = (row: Cell[]) => {
    read(row, texts);
    return texts.take();
  };
  let isStarted = false;
  for await (const rows of rowsOf(db, opened, part, limit)) {
    const lines = rows.map(textsOf);
    await fonts.load(textsIn([meta, lines]));
    if (!isStarted) pages.beginTable(meta, lines.slice(0, rowsMeasured));
    isStarted = true;
    for (const line of lines) {
      if (!pages.row(line)) continue;
      // A page is much work: others get their turn after each.
      await nextTurn();
      const bytes = document.read();
      if (bytes instanceof Uint8Array) yield bytes;
    }
  }
}
