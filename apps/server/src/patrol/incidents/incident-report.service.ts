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
import { timeWords } from '../../platform/branding/time-words.ts';
import type { FileReply } from '../../platform/http/route.ts';
import { incidentWords } from '../../company/notifications/incident-words.ts';
import { PdfFonts, textsIn } from '../../platform/tables-out/pdf-fonts.ts';
import { pageNumberWords } from '../../platform/tables-out/pdf-page-numbers.ts';
import { findPhotoFile } from './incident-details.queries.ts';
import { type ReportLogos, ReportPages, reportPage } from './incident-report-pages.ts';
import { type IncidentReportWords, incidentReportWords } from './incident-report-words.ts';
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
    timeOf: (atMs: number) => timeWords(atMs, times),
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
  const words = incidentReportWords(language);
  const names = incidentWords(language);
  const { incident, history } = details;
  const title = `${words.title}: ${names.types[incident.type] ?? incident.type}`;
  const document = new PDFDocument({
    size: [reportPage.width, reportPage.height],
    margin: 0,
    autoFirstPage: false,
    info: { Title: title },
  });
  const footer = `${tenantName}, ${title}. ${words.made}: ${timeOf(Date.now())}`;
  const number = pageNumberWords[languageOf(language) ?? 'en'];
  const fonts = new PdfFonts();
  const facts = factsOf(drawing, words);
  const entries = history.map((event) => entryOf(event, drawing, words));
  await fonts.load(textsIn([tenantName, title, facts, incident.description, entries, words, footer, number]));
  const pages = new ReportPages(document, fonts, { footer, number });
  pages.head(tenantName, title, logos);
  for (const [label, value] of facts) pages.fact(label, value);
  pages.heading(words.description);
  pages.text(incident.description);
  if (pictures.length > 0) {
    pages.heading(words.photos);
    pages.photos(pictures);
  }
  pages.heading(words.history);
  for (const { heading, byline, body } of entries) pages.entry(heading, byline, body);
  pages.end();
  document.end();
  for await (const bytes of document) yield bytes;
}

function entryOf(event: IncidentEvent, { language, timeOf }: Drawing, words: IncidentReportWords) {
  const said = [
    timeOf(event.at),
    event.actorName,
    event.isFromLostPhone ? words.lostPhone : '',
    event.isSentLate ? words.sentLate : '',
    event.isFromFuture ? words.fromFuture : '',
  ];
  return {
    heading: titleOf(event, words, language),
    byline: said.filter((text) => text !== '').join(', '),
    body: bodyOf(event, language),
  };
}

function factsOf({ details, language, timeOf }: Drawing, words: IncidentReportWords): [string, string][] {
  const { incident, deviceAt, phoneAtMs } = details;
  const names = incidentWords(language);
  const { latitude, longitude } = incident;
  return [
    [words.site, incident.siteName],
    [words.type, names.types[incident.type] ?? incident.type],
    [words.severity, names.severities[incident.severity] ?? ''],
    [words.status, `${names.statuses[incident.status] ?? ''}, ${timeOf(incident.statusAt)}`],
    [words.reported, timeOf(incident.reportedAt)],
    ...(deviceAt === null ? [] : [[words.happened, timeOf(deviceAt)] satisfies [string, string]]),
    ...(phoneAtMs === null
      ? []
      : [
          [words.phoneClock, isCalendarTime(phoneAtMs) ? timeOf(phoneAtMs) : words.noDate] satisfies [
            string,
            string,
          ],
        ]),
    [words.reporter, incident.reporterName],
    [words.assignee, incident.assigneeName || words.nobody],
    ...(latitude === null || longitude === null
      ? []
      : [[words.position, `${latitude.toFixed(5)}, ${longitude.toFixed(5)}`] satisfies [string, string]]),
    [words.id, incident.id],
  ];
}

function titleOf(event: IncidentEvent, words: IncidentReportWords, language: string): string {
  const { statuses } = incidentWords(language);
  switch (event.kind) {
    case 'reported':
      return words.eventReported;
    case 'edited':
      return words.eventEdited;
    case 'status':
      return `${words.eventStatus}: ${statuses[event.toStatus ?? ''] ?? ''}`;
    case 'assigned':
      return `${words.eventAssigned}: ${event.changes[0]?.after || words.nobody}`;
    case 'comment':
      return words.eventComment;
    case 'photos':
      return `${words.eventPhotos}: ${event.changes[0]?.after ?? ''}`;
  }
}

function bodyOf({ kind, comment, changes }: IncidentEvent, language: string): string {
  if (kind !== 'edited') return comment;
  const { types, severities } = incidentWords(language);
  const words = incidentReportWords(language);
  const names: Readonly<Record<string, string>> = { ...words };
  const said = (field: string, value: string) =>
    (field === 'type' ? types[value] : field === 'severity' ? severities[value] : undefined) ?? value;
  return changes
    .map(({ field, before, after }) => {
      const [was, is] = [said(field, before), said(field, after)];
      return `${names[field] ?? field}: ${was || '–'} » ${is || '–'}`;
    })
    .join('\n');
}
