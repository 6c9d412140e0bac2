// Evidence of what the report lists: a day of a site, or any filter.
import type { QueryOf } from '@watchpost/contract/endpoint';
import type { exportDayEvidence, exportReportEvidence } from '@watchpost/contract/evidence';
import { dayRange } from '@watchpost/domain/time-zone';
import type { ConsoleCaller, SiteScope } from '../../platform/access/caller.ts';
import { besideOf } from '../../patrol/evidence/beside-wish.ts';
import { type EvidenceFile, makeEvidenceFile } from '../../patrol/evidence/evidence-file.ts';
import type { Sealing } from '../../patrol/evidence/sealing.ts';
import { findReportZone } from '../../platform/exports/report-zone.queries.ts';
import { AppError } from '../../platform/http/app-error.ts';
import { resolveFilter } from './resolve-filter.service.ts';
import type { RoundFilter } from './round-filter.ts';
import { roundsInPortions } from './rounds-in-portions.ts';
import { findSiteZone, findTotals } from './scanned-checkpoints.queries.ts';

/** Rounds read at once. */
const roundsAtOnce = 500;

/** Ids of the report's rounds in its order. */
async function* roundIds(scope: SiteScope, filter: RoundFilter): AsyncGenerator<readonly string[]> {
  const { asOf } = await findTotals(scope, filter);
  for await (const rounds of roundsInPortions(scope, filter, asOf, roundsAtOnce)) {
    yield rounds.map(({ id }) => id);
  }
}

export async function makeReportEvidence(
  caller: ConsoleCaller,
  { earlier, ...query }: QueryOf<typeof exportReportEvidence>,
  timeZone: string,
  sealing: Sealing,
): Promise<EvidenceFile> {
  const { scope } = caller;
  const filter = await resolveFilter(scope, query, await findReportZone(scope, query, timeZone));
  const asked: Record<string, string> = { timeZone };
  for (const [name, value] of Object.entries(query)) if (value !== undefined) asked[name] = String(value);
  const about = { kind: 'report', asked } as const;
  const wish = { about, rounds: roundIds(scope, filter), beside: besideOf(caller), earlier };
  return makeEvidenceFile(scope, wish, sealing);
}

/** Throws notFound for a site outside of the scope. */
export async function makeDayEvidence(
  caller: ConsoleCaller,
  { site, date, earlier }: QueryOf<typeof exportDayEvidence>,
  sealing: Sealing,
): Promise<EvidenceFile> {
  const { scope } = caller;
  const timeZone = await findSiteZone(scope, site);
  if (timeZone === null) throw new AppError('notFound');
  const range = dayRange(date, date, timeZone);
  const rounds = roundIds(scope, { siteId: site, guardIds: null, range, isAscending: true });
  const about = { kind: 'day', asked: { site, date, timeZone } } as const;
  return makeEvidenceFile(scope, { about, rounds, beside: besideOf(caller), earlier }, sealing);
}
