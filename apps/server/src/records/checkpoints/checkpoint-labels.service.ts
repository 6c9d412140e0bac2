// Label sheets with the codes of checkpoints, to be printed and hung up (MNG-04).
import type { CheckpointRow, printCheckpointLabels } from '@watchpost/contract/checkpoints';
import type { BodyOf } from '@watchpost/contract/endpoint';
import { type LabelSheet, labelSheets, labelsOn } from '@watchpost/domain/checkpoints';
import type { SiteScope } from '../../platform/access/caller.ts';
import type { AuditOrigin } from '../../platform/audit/audit-origin.ts';
import { findLiveCodes } from '../checkpoint-codes/checkpoint-codes.queries.ts';
import { AppError } from '../../platform/http/app-error.ts';
import type { FileReply } from '../../platform/http/route.ts';
import { findRecordsById } from '../../platform/managed-records/record-list.queries.ts';
import { PdfFonts, textsIn } from '../../platform/tables-out/pdf-fonts.ts';
import { checkpointTable } from './checkpoint-table.ts';
import { insertLabelEntries } from './checkpoints.queries.ts';
import { type Label, LabelPages } from './label-pages.ts';

type Request = BodyOf<typeof printCheckpointLabels>;

/**
 * A label for each checkpoint that is the caller's and has a valid code, in the order given. Throws nothingToExport
 * when there is none.
 */
export async function printLabels(
  scope: SiteScope,
  tenantName: string,
  { ids, sheet, skip, hasInstructions }: Request,
  origin: AuditOrigin,
): Promise<FileReply> {
  const checkpoints = await findRecordsById<CheckpointRow>(scope, checkpointTable, ids);
  const own = [...new Set(checkpoints.map(({ id }) => id))];
  const live = await findLiveCodes(scope.db, scope.tenantId, own);
  const codes = new Map(live.map(({ checkpointId, code }) => [checkpointId, code]));
  const labels = checkpoints.flatMap(({ id, name, siteName, instructions }): Label[] => {
    const code = codes.get(id);
    if (code === undefined) return [];
    return [{ code, name, siteName, tenantName, instructions: hasInstructions ? instructions : '' }];
  });
  if (labels.length === 0) throw new AppError('nothingToExport');
  const printed = checkpoints.filter(({ id }) => codes.has(id));
  await insertLabelEntries(scope, printed, sheet, origin);
  return {
    fileName: 'Checkpoint labels.pdf',
    mediaType: 'application/pdf',
    chunks: drawLabels(labels, labelSheets[sheet], skip % labelsOn(sheet)),
  };
}

async function* drawLabels(
  labels: readonly Label[],
  sheet: LabelSheet,
  skip: number,
): AsyncGenerator<Uint8Array> {
  // Loaded for the first document only: it takes a fifth of an idle server's memory.
  const { default: PDFDocument } = await import('pdfkit');
  const document = new PDFDocument({ autoFirstPage: false, margin: 0, info: { Title: 'Checkpoint labels' } });
  const fonts = new PdfFonts();
  await fonts.load(textsIn(labels));
  const pages = new LabelPages(document, fonts, sheet);
  for (const [index, label] of labels.entries()) pages.put(skip + index, label);
  document.end();
  for await (const bytes of document) yield bytes;
}
