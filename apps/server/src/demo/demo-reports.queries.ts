// Scheduled reports of the demo company. None was sent before: the first is really made within a minute of the start.
import { createHash, randomBytes } from 'node:crypto';
import type {
  ReportContent,
  ReportFormat,
  ReportPeriod,
  ReportTiming,
} from '@watchpost/domain/scheduled-reports';
import type { Language } from '@watchpost/domain/languages';
import type { Db } from '../platform/db/database.ts';
import type { Company } from './patrol-model/company.ts';
import { Random } from './patrol-model/random.ts';

interface DemoReport {
  readonly name: string;
  /** Place of its site among those of the company; null for all. */
  readonly site: number | null;
  readonly timing: ReportTiming;
  readonly contents: readonly ReportContent[];
  readonly period: ReportPeriod;
  readonly formats: readonly ReportFormat[];
  readonly language: Language;
  readonly recipients: readonly string[];
}

const nightsBeginAt = 360;
const dayMs = 86_400_000;

const reports: readonly DemoReport[] = [
  {
    name: 'Night report to the control room',
    site: null,
    timing: { kind: 'daily', minute: 420 },
    contents: ['scannedCheckpoints', 'missedRounds', 'incidents'],
    period: 'day',
    formats: ['pdf', 'xlsx'],
    language: 'en',
    recipients: ['control.room@demo.example', 'operations@demo.example'],
  },
  {
    name: 'ग्राहकासाठी साप्ताहिक अहवाल',
    site: 0,
    timing: { kind: 'weekly', weekdays: [2], minute: 480 },
    contents: ['dueRounds', 'incidents'],
    period: 'week',
    formats: ['pdf'],
    language: 'mr',
    recipients: ['facilities@client.example'],
  },
  {
    name: 'Incidents closed',
    site: 1,
    timing: { kind: 'event', event: 'incidentClosed', gatherMinutes: 30 },
    contents: ['incidents'],
    period: 'day',
    formats: ['pdf'],
    language: 'en',
    recipients: ['security.head@client.example'],
  },
];

/** Writes them on behalf of the company's first super admin; those of the clock are due from a day ago on. */
export async function insertReports(db: Db, company: Company, nowMs: number): Promise<void> {
  const random = new Random(company.seed, 'reports');
  const owner = await db
    .selectFrom('users')
    .select('id')
    .where('tenant_id', '=', company.id)
    .where('role', '=', 'superAdmin')
    .where('activated', '=', true)
    .orderBy('id')
    .executeTakeFirstOrThrow();
  for (const report of reports) {
    const id = random.uuidV7(nowMs);
    const own = { tenant_id: company.id, report_id: id };
    await db
      .insertInto('scheduled_reports')
      .values({
        tenant_id: company.id,
        id,
        name: report.name,
        site_id: report.site === null ? null : (company.sites[report.site]?.id ?? null),
        timing: JSON.stringify(report.timing),
        contents: [...report.contents],
        period: report.period,
        day_start_minute: nightsBeginAt,
        formats: [...report.formats],
        language: report.language,
        owner_id: owner.id,
        armed_at: new Date(report.timing.kind === 'daily' ? nowMs - dayMs : nowMs),
      })
      .execute();
    const rows = report.recipients.map((email, place) => ({
      ...own,
      email,
      place,
      unsubscribe_token: randomBytes(24).toString('base64url'),
    }));
    await db.insertInto('scheduled_report_recipients').values(rows).execute();
    await insertConsents(db, company, report, () => random.uuidV7(nowMs));
  }
}

/** As those who agreed long ago. */
async function insertConsents(
  db: Db,
  { id }: Company,
  { recipients, language }: DemoReport,
  makeId: () => string,
): Promise<void> {
  const rows = recipients.map((address) => ({
    tenant_id: id,
    id: makeId(),
    purpose: 'scheduledReports' as const,
    address_hash: createHash('sha256').update(address).digest(),
    address,
    state: 'agreed' as const,
    language,
  }));
  await db.insertInto('mail_consents').values(rows).execute();
}
