// A phone that signs what it sends and whose clock somebody has set, for tests of what becomes of its times.
import { randomUUID } from 'node:crypto';
import { vi } from 'vitest';
import type { FieldEvent, Receipt, Refusal } from '@watchpost/contract/field';
import { emptyChain, signEvent } from '@watchpost/domain/evidence/device-chain';
import { keyAlgorithm, publicKeyOf } from '@watchpost/domain/evidence/signatures';
import { testPassword } from '../../testing/factories.ts';
import { anyone, type Caller, type TestApp } from '../../testing/test-app.ts';
import type { FieldSite } from './field-site.testing.ts';

export interface Clock {
  /** The phone's clock minus the true time when things happen. */
  readonly errorMs: number;
  /** The same when it sends them; as when they happen where it is left out. */
  readonly sendingErrorMs?: number;
  /** Whether the phone says how long ago each was. */
  readonly tellsAges?: boolean;
}

export interface Shift {
  readonly dutyId: string;
  readonly roundId: string;
  readonly sosId: string;
  readonly incidentId: string;
  readonly events: readonly FieldEvent[];
  readonly accepted: readonly Receipt[];
  readonly refused: readonly Refusal[];
  /** Of the call for help, its positions, the word of safety and the report. */
  readonly statuses: readonly number[];
  /** Sends everything once more; the statuses and receipts of it. */
  readonly again: () => Promise<Pick<Shift, 'accepted' | 'refused' | 'statuses'>>;
}

export interface SigningPhone {
  readonly device: Caller;
  /** A duty with one whole round that began so long ago, a call for help and a report, by such a clock. */
  readonly work: (clock: Clock, startedAgoMs?: number) => Promise<Shift>;
}

export const minuteMs = 60_000;
/** From the start of the duty to its end. */
export const shiftMs = 8 * minuteMs;
const enrolledMs = 24 * 60 * minuteMs;

export async function signingPhone({ app }: TestApp, site: FieldSite): Promise<SigningPhone> {
  const keys = await crypto.subtle.generateKey(keyAlgorithm, false, ['sign', 'verify']);
  const publicKey = await publicKeyOf(keys.publicKey);
  const body = { employeeId: site.guard.employeeId, secret: testPassword, deviceId: randomUUID(), publicKey };
  // Long before it sends anything: what is older than its key is no phone's.
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() - enrolledMs });
  const reply = await anyone(app, site.tenant)('POST', '/field/signin', { body });
  vi.useRealTimers();
  const device = anyone(app, site.tenant, { authorization: `Bearer ${reply.json().accessToken}` });
  let end = emptyChain;
  const signed = async (event: FieldEvent): Promise<FieldEvent> => {
    const made = await signEvent(keys, event, end);
    end = made.end;
    return { ...event, proof: made.proof };
  };
  return {
    device,
    work: async (clock, startedAgoMs = shiftMs + minuteMs) => {
      const nowMs = Date.now();
      const facts = eventsOf(site, nowMs - startedAgoMs);
      const events: FieldEvent[] = [];
      for (const event of facts) {
        events.push(await signed({ ...event, deviceAtMs: event.deviceAtMs + clock.errorMs }));
      }
      const at = (agoMs: number) => ({ id: randomUUID(), deviceAtMs: nowMs - agoMs + clock.errorMs });
      const checkpoint = { latitude: 18.52, longitude: 73.85, accuracyMetres: 6 };
      const { siteId } = site;
      const sos = { ...at(startedAgoMs - 3 * minuteMs), siteId, position: checkpoint };
      const position = { ...at(startedAgoMs - 4 * minuteMs), ...checkpoint };
      const safe = at(startedAgoMs - 5 * minuteMs);
      const report = { siteId, type: 'fire', severity: 'low', description: 'Smoke.', position: checkpoint };
      const incident = { ...at(startedAgoMs - 6 * minuteMs), ...report };
      const sentAtMs = () => Date.now() + (clock.sendingErrorMs ?? clock.errorMs);
      const ageOf = (one: { readonly deviceAtMs: number }) => Date.now() + clock.errorMs - one.deviceAtMs;
      const ages = (of: readonly { readonly id: string; readonly deviceAtMs: number }[]) =>
        clock.tellsAges === true ? { agesMs: Object.fromEntries(of.map((one) => [one.id, ageOf(one)])) } : {};
      const age = (of: { readonly deviceAtMs: number }) =>
        clock.tellsAges === true ? { ageMs: ageOf(of) } : {};
      const again = async () => {
        const batch = { sentAtMs: sentAtMs(), ...ages(events), events };
        const answered = (await device('POST', '/field/events', { body: batch })).json();
        const others = [
          ['/field/sos', { sentAtMs: sentAtMs(), ...age(sos), sos }],
          [
            `/field/sos/${sos.id}/positions`,
            { sentAtMs: sentAtMs(), ...ages([position]), positions: [position] },
          ],
          [`/field/sos/${sos.id}/safe`, { sentAtMs: sentAtMs(), ...age(safe), safe }],
          ['/field/incident', { sentAtMs: sentAtMs(), ...age(incident), incident }],
        ] as const;
        const statuses: number[] = [];
        for (const [path, body] of others) statuses.push((await device('POST', path, { body })).statusCode);
        return { accepted: answered.accepted, refused: answered.refused, statuses };
      };
      const [duty, start] = events;
      const ids = { dutyId: duty?.id ?? '', roundId: start?.id ?? '' };
      return { ...ids, sosId: sos.id, incidentId: incident.id, events, ...(await again()), again };
    },
  };
}

/** A duty with one whole round and a note, a minute between each two. */
function eventsOf(site: FieldSite, startedAtMs: number): FieldEvent[] {
  const [dutyId, roundId] = [randomUUID(), randomUUID()];
  const at = (minutes: number) => ({ id: randomUUID(), deviceAtMs: startedAtMs + minutes * minuteMs });
  return [
    { kind: 'dutyStarted', ...at(0), id: dutyId, siteId: site.siteId },
    { kind: 'roundStarted', ...at(1), id: roundId, routeVersionId: site.versionId },
    ...site.planned.map(
      ({ checkpointId, latitude, longitude }, index): FieldEvent => ({
        kind: 'checkpointScanned',
        ...at(index + 2),
        roundId,
        checkpointId,
        method: 'qr',
        position: { latitude, longitude, accuracyMetres: 6 },
        code: site.codes.get(checkpointId),
      }),
    ),
    { kind: 'roundEnded', ...at(6), roundId },
    { kind: 'handoverNoted', ...at(7), siteId: site.siteId, text: 'All quiet.', isUrgent: false },
    { kind: 'dutyEnded', ...at(8), dutyId },
  ];
}
