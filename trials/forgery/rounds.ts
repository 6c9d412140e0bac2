// Rounds as a forger sends them, each with one thing about it that is not so.
import type { FieldEvent } from '@watchpost/contract/field';
import type { TrustFlag } from '@watchpost/domain/trust';
import { type Answer, hour, Phone, roundOf, scanAt, type World } from './forger.ts';

export interface Sent {
  readonly roundId: string;
  readonly answer: Answer;
}

export interface UploadKind {
  readonly name: string;
  /** One of these is on the round; or each event that forges is refused; or nothing can be known of it. */
  readonly expected: readonly TrustFlag[] | 'refused' | 'clean' | 'unknowable';
  readonly send: (world: World) => Promise<Sent>;
}

type Scans = readonly ReturnType<typeof scanAt>[];
export type Change = Parameters<typeof scanAt>[2];

interface Round {
  readonly scans: Scans;
  readonly versionId?: string;
  readonly startedAtMs?: number;
  readonly sentAtMs?: (startedAtMs: number) => number;
  readonly ageOfAllMs?: number;
  readonly phone?: Phone;
  /** What is sent in place of what the phone signed. */
  readonly after?: (events: readonly FieldEvent[]) => readonly object[];
}

export const anHourAgo = () => Date.now() - hour;

export async function sendRound(world: World, round: Round): Promise<Sent> {
  const phone = round.phone ?? (await Phone.of(world));
  const { versionId = world.versionId, startedAtMs = anHourAgo(), scans, after = (events) => events } = round;
  const signed: FieldEvent[] = [];
  for (const event of roundOf({ versionId, startedAtMs }, scans)) signed.push(await phone.signed(event));
  const sentAtMs = round.sentAtMs?.(startedAtMs) ?? Date.now();
  const ages =
    round.ageOfAllMs === undefined
      ? {}
      : { agesMs: Object.fromEntries(signed.map(({ id }) => [id, round.ageOfAllMs])) };
  const answer = await phone.send(after(signed), { sentAtMs, ...ages });
  return { roundId: signed[0]?.id ?? '', answer };
}

/** Both checkpoints of the route, on the spot, each with the change. */
export const both = (world: World, change: Change): Scans =>
  world.checkpoints.slice(0, 2).map((checkpoint) => scanAt(world, checkpoint, change));
export const noCode: Change = { code: undefined };
export const kilometres = 1 / 111.195;

export const away = (world: World, km: number, accuracyMetres: number): Scans =>
  world.checkpoints.slice(0, 2).map((checkpoint) =>
    scanAt(world, checkpoint, {
      position: {
        latitude: checkpoint.latitude + km * kilometres,
        longitude: checkpoint.longitude,
        accuracyMetres,
      },
    }),
  );

export const simple = (
  name: string,
  expected: UploadKind['expected'],
  round: (world: World) => Round | Promise<Round>,
): UploadKind => ({
  name,
  expected,
  send: async (world) => sendRound(world, await round(world)),
});
