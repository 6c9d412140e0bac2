// One incident as a document to print: facts, photos and history (MNG-08).
import type { QueryOf } from '@watchpost/contract/endpoint';
import type { exportIncidentReport, IncidentDetails, IncidentEvent } from '@watchpost/contract/incidents';
import { isCalendarTime } from '@watchpost/domain/device-clock';
import { localeOf, languageOf } from '@watchpost/domain/languages';
import type { ConsoleCaller, Tenant } from '../../platform/access/caller.ts';
import type { FileStore } from '../../platform/adapters/files/file-store.ts';
import { partKey } from '../../platform/adapters/files/picture-parts.ts';
import { insertAuditEntry } from '../../platform/audit/audit.queries.ts';
import { auditOrigin } from '../../platform/audit/audit-origin.ts';
import { findFileDateFormat } from '../../platform/branding/date-format.queries.ts';
import { readLogo } from '../../platform/branding/logo-picture.ts';
import { readSiteLogo } from '../../platform/branding/site-logo.ts';
import { timeText } from '../../platform/branding/time-text.ts';
import type { FileReply } from '../../platform/http/route.ts';
import { incidentTexts } from '../../company/notifications/incident-texts.ts';
import { PdfFonts, textsIn } from '../../platform/tables-out/pdf-fonts.ts';
import { pageNumberTexts } from '../../platform/tables-out/pdf-page-numbers.ts';
import { findPhotoFile } from './incident-details.queries.ts';
import { type ReportLogos, ReportPages, reportPage } from './incident-report-pages.ts';
import { type IncidentReportTexts, incidentReportTexts } from './incident-report-texts.ts';
import { incidentLabel } from './incident-table.ts';
import { viewIncidentDetails } from './incidents.service.ts';

interface Request {
  readonly params: { readonly id: string };
  readonly query: QueryOf<typeof exportIncidentReport>;
  readonly tenant: Tenant;
  readonly caller: ConsoleCaller;
  readonly language: string;
  readonly address: string;
  readonly agent: string;
  readonly requestId: string;
}

/** Times are those of the site unless a zone is named. Throws notFound. */
export async function makeIncidentReport(files: FileStore, request: Request): Promise<FileReply> {
  const { id } = request.params;
  const { zone = 'site' } = request.query;
  const { scope } = request.caller;
  const details = await viewIncidentDetails(scope, id);
  const { siteId } = details.incident;
  const [format, logo, siteLogo, pictures] = await Promise.all([
    findFileDateFormat(scope.db, scope.tenantId),
    readLogo(files, scope.db, scope.tenantId),
    readSiteLogo(files, scope.db, { tenantId: scope.tenantId, siteId }),
    readPhotos(files, request.caller, details),
  ]);
  await insertAuditEntry(scope.db, auditOrigin(request), {
    action: 'export.made',
    subject: { id: 'incidents', label: 'Incidents' },
    after: { format: 'pdf', incident: incidentLabel(details.incident), id },
  });
  const locale = localeOf(languageOf(request.language) ?? 'en');
  const times = { format, timeZone: zone === 'site' ? details.siteTimeZone : zone, locale };
  const drawing = {
    details,
    tenantName: request.tenant.name,
    logos: { tenant: logo?.bytes ?? null, site: siteLogo?.bytes ?? null },
    pictures,
    language: request.language,
    timeOf: (atMs: number) => timeText(atMs, times),
  };
  return {
    fileName: `Incident ${id.slice(0, 8)}.pdf`,
    mediaType: 'application/pdf',
    chunks: drawReport(drawing),
  };
}

/** Those whose file is gone are left out. */
async function readPhotos(
  files: FileStore,
  { scope }: ConsoleCaller,
  { incident, photos }: IncidentDetails,
): Promise<Buffer[]> {
  const pictures: Buffer[] = [];
  for (const { fileId } of photos) {
    const file = await findPhotoFile(scope, incident.id, fileId);
    const bytes = file === null ? null : await files.get(partKey(file.storageKey, 'main'));
    if (bytes !== null) pictures.push(bytes);
  }
  return pictures;
}

interface Drawing {
  readonly details: IncidentDetails;
  readonly tenantName: string;
  readonly logos: ReportLogos;
  readonly pictures: readonly Buffer[];
  readonly language: string;
  readonly timeOf: (atMs: number) => string;
}

async function* drawReport(drawing: Drawing): AsyncGenerator<Uint8Array> {
  const { details, tenantName, logos, pictures, language, timeOf } = drawing;
  // Loaded for the first document only: it takes a fifth of an idle server's memory.
  const { default: PDFDocument } = await import('pdfkit');
  const texts = incidentReportTexts(language);
  const names = incidentTexts(language);
  const { incident, history } = details;
  const title = `${texts.title}: ${names.types[incident.type] ?? incident.type}`;
  const document = new PDFDocument({
    size: [reportPage.width, reportPage.height],
    margin: 0,
    autoFirstPage: false,
    info: { Title: title },
  });
  const footer = `${tenantName}, ${title}. ${texts.made}: ${timeOf(Date.now())}`;
  const number = pageNumberTexts[languageOf(language) ?? 'en'];
  const fonts = new PdfFonts();
  const facts = factsOf(drawing, texts);
  const entries = history.map((event) => entryOf(event, drawing, texts));
  await fonts.load(textsIn([tenantName, title, facts, incident.description, entries, texts, footer, number]));
  const pages = new ReportPages(document, fonts, { footer, number });
  pages.head(tenantName, title, logos);
  for (const [label, value] of facts) pages.fact(label, value);
  pages.heading(texts.description);
  pages.text(incident.description);
  if (pictures.length > 0) {
    pages.heading(texts.photos);
    pages.photos(pictures);
  }
  pages.heading(texts.history);
  for (const { heading, byline, body } of entries) pages.entry(heading, byline, body);
  pages.end();
  document.end();
  for await (const bytes of document) yield bytes;
}

function entryOf(event: IncidentEvent, { language, timeOf }: Drawing, texts: IncidentReportTexts) {
  const sentences = [
    timeOf(event.at),
    event.actorName,
    event.isFromLostPhone ? texts.lostPhone : '',
    event.isSentLate ? texts.sentLate : '',
    event.isFromFuture ? texts.fromFuture : '',
  ];
  return {
    heading: titleOf(event, texts, language),
    byline: sentences.filter((text) => text !== '').join(', '),
    body: bodyOf(event, language),
  };
}

function factsOf({ details, language, timeOf }: Drawing, texts: IncidentReportTexts): [string, string][] {
  const { incident, deviceAt, phoneAtMs } = details;
  const names = incidentTexts(language);
  const { latitude, longitude } = incident;
  return [
    [texts.site, incident.siteName],
    [texts.type, names.types[incident.type] ?? incident.type],
    [texts.severity, names.severities[incident.severity] ?? ''],
    [texts.status, `${names.statuses[incident.status] ?? ''}, ${timeOf(incident.statusAt)}`],
    [texts.reported, timeOf(incident.reportedAt)],
    ...(deviceAt === null ? [] : [[texts.happened, timeOf(deviceAt)] satisfies [string, string]]),
    ...(phoneAtMs === null
      ? []
      : [
          [texts.phoneClock, isCalendarTime(phoneAtMs) ? timeOf(phoneAtMs) : texts.noDate] satisfies [
            string,
            string,
          ],
        ]),
    [texts.reporter, incident.reporterName],
    [texts.assignee, incident.assigneeName || texts.unassigned],
    ...(latitude === null || longitude === null
      ? []
      : [[texts.position, `${latitude.toFixed(5)}, ${longitude.toFixed(5)}`] satisfies [string, string]]),
    [texts.id, incident.id],
  ];
}

function titleOf(event: IncidentEvent, texts: IncidentReportTexts, language: string): string {
  const { statuses } = incidentTexts(language);
  switch (event.kind) {
    case 'reported':
      return texts.eventReported;
    case 'edited':
      return texts.eventEdited;
    case 'status':
      return `${texts.eventStatus}: ${statuses[event.toStatus ?? ''] ?? ''}`;
    case 'assigned':
      return `${texts.eventAssigned}: ${event.changes[0]?.after || texts.unassigned}`;
    case 'comment':
      return texts.eventComment;
    case 'photos':
      return `${texts.eventPhotos}: ${event.changes[0]?.after ?? ''}`;
  }
}

function bodyOf({ kind, comment, changes }: IncidentEvent, language: string): string {
  if (kind !== 'edited') return comment;
  const { types, severities } = incidentTexts(language);
  const texts = incidentReportTexts(language);
  const names: Readonly<Record<string, string>> = { ...texts };
  const sentences = (field: string, value: string) =>
    (field === 'type' ? types[value] : field === 'severity' ? severities[value] : undefined) ?? value;
  return changes
    .map(({ field, before, after }) => {
      const [was, is] = [sentences(field, before), sentences(field, after)];
      return `${names[field] ?? field}: ${was || '–'} » ${is || '–'}`;
    })
    .join('\n');
}
