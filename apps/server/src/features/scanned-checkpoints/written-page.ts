import type { ScannedCheckpointsPage } from '@watchpost/contract/scanned-checkpoints';
import { percentageOf, statusWord } from '@watchpost/domain/round-status';
import { type DoubtCounts, flagsIn, scoreOfRound } from '@watchpost/domain/trust-score';
import { WrittenJson } from '../../http/written-json.ts';
import type { RoundPage } from './round-page.service.ts';
import type { DrawnFields, WrittenRound } from './round-rows.queries.ts';

/** The reply of the list: its rows as the database wrote them, each with what the server draws from it. */
export function writePage({ rows, ...page }: RoundPage): WrittenJson<ScannedCheckpointsPage> {
  const rest: Omit<ScannedCheckpointsPage, 'data'> = page;
  const data = rows.map((round) => joined(round.stored, JSON.stringify(drawnOf(round))));
  return new WrittenJson(joined(JSON.stringify(rest), `{"data":[${data.join(',')}]}`));
}

/** Of most rounds. */
const undoubted: DoubtCounts = new Map();

function drawnOf(round: WrittenRound): DrawnFields {
  const counts = round.doubts === null ? undoubted : new Map(round.doubts);
  return {
    scannedCheckPoints: round.scannedCheckPoints,
    percentage: percentageOf(round.scannedCheckPoints, round.totalCheckPoints),
    status: statusWord(round.statusCode),
    score: scoreOfRound(counts),
    doubts: flagsIn(counts),
    ...(round.lateArrivalAtMs === undefined ? {} : { lateArrivalAtMs: round.lateArrivalAtMs }),
  };
}

/** Two JSON objects, neither empty, as one. */
const joined = (one: string, other: string) => `${one.slice(0, -1)},${other.slice(1)}`;
