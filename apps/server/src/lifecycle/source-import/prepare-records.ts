// Turns a batch of staged records into rows, and reports what of them is not taken.
import { type About, type Counted, type ImportReport, scanCollection } from './import-report.ts';
import type { Collection } from './source-layout.ts';
import { Refusal, SourceRecord, type Report } from './source-record.ts';
import { type Db, type Staged, stagedScans, type TableName } from './staging.queries.ts';
import { takeRound, type ScanOutcome } from './take-history.ts';
import { takeGuard, takeSite, takeUser } from './take-people.ts';
import { takeCheckpoint, takeCode, takeRoute, takeShift, takeTour } from './take-sites.ts';
import { takeIncident, takePages } from './take-values.ts';
import type { Known, Take, Taken } from './taking.ts';

interface Named {
  readonly collection: Collection;
  readonly parent: string;
  readonly id: string;
}
export const countedAs = ({ collection, parent }: Named): Counted =>
  parent === '' ? collection : scanCollection;
export const aboutOf = ({ collection, parent, id }: Named): About =>
  parent === '' ? { collection, id } : { collection: scanCollection, id: `${parent}/${id}` };

const takes: Readonly<Record<Exclude<Collection, 'scannedHistory' | 'appSettings'>, Take>> = {
  userInfo: takeUser,
  subAdmin: takeSite,
  guards: takeGuard,
  checkPoints: takeCheckpoint,
  qrCodes: takeCode,
  shifts: takeShift,
  patrolRoutes: takeRoute,
  patrolTours: takeTour,
  patrolIncidence: takeIncident,
};

export interface Prepared extends Taken {
  /** What the record, and for a round its scans, counts as. */
  readonly counts: readonly (readonly [Counted, number])[];
}

export interface Taking {
  readonly db: Db;
  readonly known: Known;
  /** Cuts HTML down to what pages may contain. */
  readonly cleanHtml: (html: string) => string;
  readonly report: ImportReport;
}

/** The rows of a batch; what cannot be taken is reported. */
export async function prepare(
  { db, known, cleanHtml, report }: Taking,
  collection: Collection,
  batch: readonly Staged[],
): Promise<Prepared[]> {
  const scans =
    collection === 'scannedHistory'
      ? await stagedScans(
          db,
          batch.map(({ id }) => id),
        )
      : null;
  return batch.flatMap((source): Prepared[] => {
    const own = scans?.get(source.id) ?? [];
    const record = new SourceRecord(source.body, reporterOf(report, source));
    try {
      const prepared = prepareOne(source, record, own, { known, cleanHtml, report });
      record.reportUnread();
      return prepared;
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      report.refuse(source, aboutOf(source), error.message, collection);
      for (const scan of own) report.refuse(scan, aboutOf(scan), 'its round is not taken', countedAs(scan));
      return [];
    }
  });
}

const reporterOf =
  (report: ImportReport, source: Staged): Report =>
  (kind, field, reason) =>
    report.report(source, aboutOf(source), kind, field, reason);

function prepareOne(
  source: Staged,
  record: SourceRecord,
  scans: readonly Staged[],
  { known, cleanHtml, report }: Omit<Taking, 'db'>,
): Prepared[] {
  const { collection } = source;
  if (collection === 'scannedHistory') {
    const { taken, outcomes } = takeRound(source, record, scans, known, (scan) => reporterOf(report, scan));
    return [
      {
        ...taken,
        counts: [
          [collection, 1],
          [scanCollection, settle(outcomes, report)],
        ],
      },
    ];
  }
  if (collection === 'appSettings') {
    const pages = takePages(source.id, record, cleanHtml);
    // One record with all pages counts once.
    return pages.map((page, at) => ({ ...page, counts: at === 0 ? [[collection, 1]] : [] }));
  }
  const taken = withCreation(takes[collection](source.id, record, known), record);
  const always = known.formerId(taken.main.row.id, source.id);
  return [{ ...taken, always, counts: [[collection, 1]] }];
}

const withoutCreation: readonly TableName[] = ['qr_codes', 'incidents'];

/** As old as the source says it is; of today where it does not say. */
function withCreation({ main, ...rest }: Taken, record: SourceRecord): Taken {
  if (withoutCreation.includes(main.table)) return { main, ...rest };
  const createdAtMs = record.readableTime('createdAt') ?? Date.now();
  return {
    ...rest,
    main: { ...main, row: { ...main.row, created_at: new Date(createdAtMs).toISOString() } },
  };
}

/** Reports the scans that are not taken; how many are. */
function settle(outcomes: readonly ScanOutcome[], report: ImportReport): number {
  for (const { scan, reason } of outcomes) {
    if (reason !== null) report.refuse(scan, aboutOf(scan), reason, countedAs(scan));
  }
  return outcomes.filter(({ reason }) => reason === null).length;
}
