// Rounds of guards, and the same events again: doubled, out of order, in other bodies, long after.
import type { FieldEvent, FieldPlan } from '@watchpost/contract/field';
import type { Random } from '../../apps/server/src/demo/patrol-model/random.ts';

export interface Sending {
  readonly guard: number;
  readonly event: FieldEvent;
}

/** What is sent in one request. */
export type Upload = readonly Sending[];

type Route = FieldPlan['routes'][number];

/** Of a guard, one walks at a time; every further one lies further back, so that the later ones come weeks late. */
const roundEveryMs = 90 * 60_000;
const roundsAtOnce = 200;
const copies = [1, 1, 2, 2, 3, 5] as const;
const alteredShare = 0.1;
const againMuchLaterShare = 0.05;
const batchShare = 0.25;
const batchMax = 20;

/** Uploads without end; the events of each are of one guard, whose number is below `guards`. */
export function* uploadsOf(random: Random, route: Route, guards: number, nowMs: number): Generator<Upload> {
  let fromBefore: Sending[] = [];
  for (let pass = 0; ; pass += roundsAtOnce / guards) {
    const sendings: Sending[] = fromBefore;
    fromBefore = [];
    for (let round = 0; round < roundsAtOnce; round += 1) {
      const guard = round % guards;
      const startMs = nowMs - (pass + Math.floor(round / guards) + 1) * roundEveryMs;
      for (const event of roundOf(random, route, startMs)) {
        const sending = { guard, event };
        for (let copy = random.pick(copies); copy > 0; copy -= 1) sendings.push(sending);
        if (random.chance(alteredShare)) sendings.push({ guard, event: altered(random, event, route) });
        if (random.chance(againMuchLaterShare)) fromBefore.push(sending);
      }
    }
    yield* random.shuffled(split(random, random.shuffled(sendings), guards));
  }
}

function roundOf(random: Random, { routeVersionId, checkpoints }: Route, startMs: number): FieldEvent[] {
  const roundId = random.uuidV7(startMs);
  const id = () => random.uuidV7(startMs);
  const endMs = startMs + (checkpoints.length + 1) * 60_000;
  return [
    { kind: 'roundStarted', id: roundId, routeVersionId, deviceAtMs: startMs },
    ...checkpoints.map(({ checkpointId, latitude, longitude }, at): FieldEvent => {
      const scan = { kind: 'checkpointScanned', id: id(), roundId, checkpointId } as const;
      const position = { latitude, longitude, accuracyMetres: 8 };
      return { ...scan, deviceAtMs: startMs + (at + 1) * 60_000, method: 'position', position };
    }),
    { kind: 'roundEnded', id: id(), roundId, deviceAtMs: endMs },
  ];
}

/** Another time, or another place of a scan. */
function altered(random: Random, event: FieldEvent, { checkpoints }: Route): FieldEvent {
  if (event.kind !== 'checkpointScanned' || random.chance(0.5)) {
    return { ...event, deviceAtMs: event.deviceAtMs + 1_000 };
  }
  const others = checkpoints.filter(({ checkpointId }) => checkpointId !== event.checkpointId);
  return { ...event, checkpointId: random.pick(others).checkpointId };
}

/** No upload has two bodies of one id: which of them was meant by an answer could not be told. */
function split(random: Random, sendings: readonly Sending[], guards: number): Upload[] {
  const uploads: Upload[] = [];
  for (let guard = 0; guard < guards; guard += 1) {
    const length = () => (random.chance(batchShare) ? random.integer(2, batchMax) : 1);
    let [upload, left]: [Sending[], number] = [[], 0];
    for (const sending of sendings.filter((one) => one.guard === guard)) {
      const isOther = ({ event }: Sending) => event.id === sending.event.id && event !== sending.event;
      if (left === 0 || upload.some(isOther)) {
        [upload, left] = [[], length()];
        uploads.push(upload);
      }
      upload.push(sending);
      left -= 1;
    }
  }
  return uploads;
}
