// Compares each standing with the one before it and the rows that came in between (DASH-02).
import { siteOf, subjectOf } from '../../platform/rollups/ranked-tallies.ts';
import {
  allStandingKinds,
  type StandingKind,
  standingKinds,
} from '../../platform/rollups/standings.queries.ts';
import { standingOf } from '../../platform/rollups/standings.ts';
import { combined, countOf, listOf, numbersOf, type TallyList } from '../../platform/rollups/tally-list.ts';
import { findStandings, recount } from './standings.queries.ts';

type Db = Parameters<typeof findStandings>[0];

/** A sentence for each number of subjects that a standing has more or fewer of than the rows tell. */
export async function standingDifferences(db: Db, tenantId: string): Promise<string[]> {
  const found: string[] = [];
  for (const name of allStandingKinds) found.push(...(await differencesOf(db, tenantId, name)));
  return found;
}

async function differencesOf(db: Db, tenantId: string, name: StandingKind): Promise<string[]> {
  const found: string[] = [];
  let before = { atMs: 0, list: listOf(null, standingKinds[name].width) };
  for (const { atMs, body } of await findStandings(db, tenantId, name)) {
    const when = `standing of ${name} before ${new Date(atMs).toISOString()}`;
    const list = await standingOf({ db, tenantId }, name, body);
    if (list === null) {
      found.push(`${when}: whose its numbers are is not kept`);
      continue;
    }
    const rows = await recount(db, tenantId, name, [before.atMs, atMs]);
    const differing = combined(combined(list, before.list, -1), rows, -1);
    found.push(...sentences(differing).map((sentence) => `${when}: ${sentence}`));
    before = { atMs, list };
  }
  return found;
}

const sentences = (differing: TallyList): string[] =>
  Array.from(
    { length: countOf(differing) },
    (_, entry) =>
      `of ${subjectOf(differing, entry)} at site ${siteOf(differing, entry)} it says ${numbersOf(differing, entry).join(' ')} too many`,
  );
