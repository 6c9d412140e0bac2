// Guards who walk due rounds by simulated time: most in time, some late, some not wholly, some without a network until
// long after, and some not at all.
import { fieldTimeOf } from '@watchpost/domain/device-clock';
import type { FieldEvent } from '@watchpost/contract/field';
import { bodyHash } from '../apps/server/src/patrol/field/event-body.ts';
import type { SentEvent } from '../apps/server/src/patrol/field/field-state.ts';
import { Random } from '../apps/server/src/demo/patrol-model/random.ts';
import { startWindowMinutes, type WalkedRoute } from './due-rounds-company.ts';

export const outcomes = ['inTime', 'late', 'short', 'offline', 'missed'] as const;
/** What becomes of a due round here. */
export type WalkOutcome = (typeof outcomes)[number];

export interface Due {
  readonly id: string;
  readonly routeId: string;
  readonly dueAtMs: number;
}

export interface Walk {
  readonly outcome: WalkOutcome;
  /** Null when no one walks it. */
  readonly roundId: string | null;
  /** What the phone sends, and when it does. */
  readonly uploads: readonly { readonly atMs: number; readonly sent: readonly SentEvent[] }[];
}

const minuteMs = 60_000;
const offlineMs = 40 * minuteMs;
const deviceId = '00000007-0000-7000-8000-000000000001';

/** Of a hundred rounds, how many share a fate. */
export const shares: Readonly<Record<WalkOutcome, number>> = {
  inTime: 75,
  late: 6,
  short: 4,
  offline: 5,
  missed: 10,
};

export function walkOf(due: Due, route: WalkedRoute): Walk {
  const random = new Random('walk', due.routeId, due.dueAtMs);
  const outcome = outcomeOf(random.unit() * 100);
  if (outcome === 'missed') return { outcome, roundId: null, uploads: [] };
  const startedAtMs = due.dueAtMs + Math.floor(startMinutes(outcome, random) * minuteMs);
  const endedAtMs = startedAtMs + Math.floor((6 + random.unit() * 6) * minuteMs);
  const roundId = random.uuidV7(startedAtMs);
  const scanned = outcome === 'short' ? route.checkpointIds.slice(1) : route.checkpointIds;
  const start: FieldEvent = {
    kind: 'roundStarted',
    id: roundId,
    routeVersionId: route.versionId,
    deviceAtMs: startedAtMs,
  };
  const rest: FieldEvent[] = [
    ...scanned.map(
      (checkpointId, index): FieldEvent => ({
        kind: 'checkpointScanned',
        id: random.uuidV7(startedAtMs),
        roundId,
        checkpointId,
        deviceAtMs: startedAtMs + (index + 1) * minuteMs,
        method: 'qr',
        position: { latitude: 18.5, longitude: 73.8, accuracyMetres: 8 },
      }),
    ),
    { kind: 'roundEnded', id: random.uuidV7(endedAtMs), roundId, deviceAtMs: endedAtMs },
  ];
  const at = (atMs: number, events: readonly FieldEvent[]) => ({
    atMs,
    sent: events.map((event) => ({
      event,
      guardId: route.guardId,
      deviceId,
      receivedAtMs: atMs,
      ...fieldTimeOf({ deviceAtMs: event.deviceAtMs, sentAtMs: atMs, receivedAtMs: atMs }),
      bodyHash: bodyHash(event),
      proofFlags: [],
    })),
  });
  const uploads =
    outcome === 'offline'
      ? [at(endedAtMs + offlineMs, [start, ...rest])]
      : [at(startedAtMs, [start]), at(endedAtMs, rest)];
  return { outcome, roundId, uploads };
}

function outcomeOf(hundredth: number): WalkOutcome {
  let below = 0;
  return outcomes.find((outcome) => hundredth < (below += shares[outcome])) ?? 'missed';
}

/** After the round was due; before it when negative. */
function startMinutes(outcome: WalkOutcome, random: Random): number {
  return outcome === 'late' ? startWindowMinutes + 0.5 + random.unit() * 2.4 : -5 + random.unit() * 12;
}
