import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { byRound } from '@watchpost/domain/by-round';
import type { FieldEvent } from '@watchpost/contract/field';
import { checkpointMethods } from '@watchpost/domain/checkpoint-methods';
import { foldRound, type RoundEvents } from '@watchpost/domain/round-facts';
import { defaultTrust } from '@watchpost/domain/trust-thresholds';
import { bodyHash, subjectOf } from './event-body.ts';
import { decide, type Verdict } from './field.service.ts';
import {
  type Duty,
  type FieldState,
  type JudgedScan,
  noPostState,
  type Round,
  type SentEvent,
  type SentOther,
} from './field-state.ts';
import { rightTime } from './sent-event.testing.ts';
import { type FieldWorld, type Sending, stories, type Story } from './field-world.testing.ts';

const point = (number: number) => ({
  checkpointId: randomUUID(),
  name: `Checkpoint ${number}`,
  latitude: 18.5 + number * 0.001,
  longitude: 73.8,
  radiusMetres: 30,
});
const world: FieldWorld = {
  siteId: randomUUID(),
  versionId: randomUUID(),
  planned: [point(1), point(2), point(3), point(4)],
  elsewhere: point(5),
};
const otherSiteId = randomUUID();
const anyMethod = { methods: checkpointMethods, formerMethods: [], sinceMs: 0 };
const guardId: string = randomUUID();
const devices = [randomUUID(), randomUUID()];

/** Tables in memory, loaded as the queries load them. */
class Store {
  readonly rounds = new Map<string, Round>();
  readonly duties = new Map<string, Duty>();
  readonly scans: JudgedScan[] = [];
  readonly others: SentOther[] = [];

  send(upload: readonly Sending[], by = guardId): readonly Verdict[] {
    const sent = upload.map(
      ({ device, event }): SentEvent => ({
        event,
        guardId: by,
        deviceId: devices[device] ?? '',
        receivedAtMs: Date.now(),
        ...rightTime(event.deviceAtMs),
        bodyHash: bodyHash(event),
        proofFlags: [],
      }),
    );
    const decision = decide(this.state(), sent);
    this.scans.push(...decision.scans);
    this.others.push(...decision.others);
    for (const round of decision.newRounds) {
      expect(this.rounds.has(round.id)).toBe(false);
      this.rounds.set(round.id, round);
    }
    for (const round of decision.changedRounds) {
      expect(round).not.toEqual(this.rounds.get(round.id));
      this.rounds.set(round.id, round);
    }
    for (const duty of decision.duties) this.duties.set(duty.id, duty);
    return decision.verdicts;
  }

  state(): FieldState {
    const checkpoints = [
      ...world.planned.map((each) => ({
        ...each,
        id: each.checkpointId,
        siteId: world.siteId,
        nfcTagId: null,
        ...anyMethod,
      })),
      {
        ...world.elsewhere,
        id: world.elsewhere.checkpointId,
        siteId: otherSiteId,
        nfcTagId: null,
        ...anyMethod,
      },
    ];
    const checkpointsById = new Map(checkpoints.map((each) => [each.id, each]));
    const waitingScans = this.scans.map(({ sent: { event, guardId: by, deviceId } }) => {
      return {
        ...event,
        guardId: by,
        deviceId,
        siteId: checkpointsById.get(event.checkpointId)?.siteId ?? '',
      };
    });
    const waitingEnds = this.others.flatMap(({ event, ...by }) =>
      event.kind === 'roundEnded' ? [{ ...event, guardId: by.guardId }] : [],
    );
    const scanned = [...this.rounds.keys()].map((id): [string, Set<string>] => [
      id,
      new Set(waitingScans.filter((scan) => scan.roundId === id).map((scan) => scan.checkpointId)),
    ]);
    const scans = this.scans.map(({ sent, flags }) => ({ ...sent, flags }));
    const records = [...scans, ...this.others.map((other) => ({ ...other, flags: [] }))];
    return {
      sitesOf: new Map([[guardId, new Set([world.siteId, otherSiteId])]]),
      records: new Map(
        records.map(({ event, flags, ...by }) => [
          event.id,
          { id: event.id, flags: [...flags], elsewhere: null, ...by },
        ]),
      ),
      rounds: this.rounds,
      duties: this.duties,
      checkpoints: checkpointsById,
      versions: new Map([
        [world.versionId, { id: world.versionId, siteId: world.siteId, checkpoints: world.planned }],
      ]),
      codes: { tenantId: '', keys: [], issued: [], screens: [] },
      trust: defaultTrust,
      posts: noPostState,
      scanned: new Map(scanned),
      waitingScans: byRound(waitingScans),
      waitingEnds: byRound(waitingEnds),
    };
  }
}

function eventsOfRound(story: Story): RoundEvents {
  const events = story.inOrder.map(({ event }) => event);
  const start = events.find((event) => event.kind === 'roundStarted');
  return {
    start: start === undefined ? null : { deviceAtMs: start.deviceAtMs, planned: world.planned },
    scans: events.filter((event) => event.kind === 'checkpointScanned'),
    ends: events.filter((event) => event.kind === 'roundEnded'),
  };
}

describe('a round and a duty, whatever the order, split and repetition of their events', () => {
  it('become what the fold over all their events says', () => {
    fc.assert(
      fc.property(stories(world, false), (story) => {
        const store = new Store();
        for (const upload of story.asSent) store.send(upload);
        const events = eventsOfRound(story);
        const exists = events.start !== null || events.scans.length > 0;
        expect(store.rounds.size).toBe(exists ? 1 : 0);
        for (const round of store.rounds.values()) expect(round).toMatchObject(foldRound(events));
      }),
      { numRuns: 1_000 },
    );
  });

  it('become the same rows as when sent in order, once each', () => {
    fc.assert(
      fc.property(stories(world, false), (story) => {
        const mixed = new Store();
        for (const upload of story.asSent) mixed.send(upload);
        const plain = new Store();
        for (const sending of story.inOrder) plain.send([sending]);
        expect(mixed.rounds).toEqual(plain.rounds);
        expect(mixed.duties).toEqual(plain.duties);
        const bodies = (store: Store) =>
          [...store.scans.map(({ sent }) => sent), ...store.others]
            .map(({ event, deviceId }) => `${deviceId} ${bodyHash(event)}`)
            .toSorted();
        expect(bodies(mixed)).toEqual(bodies(plain));
      }),
      { numRuns: 1_000 },
    );
  });
});

describe('judging one event', () => {
  const roundId = randomUUID();
  const start: FieldEvent = {
    kind: 'roundStarted',
    id: roundId,
    routeVersionId: world.versionId,
    deviceAtMs: 1_750_000_000_000,
  };
  const scan = (changes: object = {}): FieldEvent => ({
    kind: 'checkpointScanned',
    id: randomUUID(),
    roundId,
    checkpointId: world.planned[0]?.checkpointId ?? '',
    deviceAtMs: 1_750_000_060_000,
    method: 'qr',
    position: null,
    ...changes,
  });
  const send = (store: Store, event: FieldEvent, by?: string) => store.send([{ device: 0, event }], by)[0];

  it('answers a repeat with the receipt of the record, flags and time included', () => {
    const store = new Store();
    const event = scan({ method: 'typed' });
    const first = send(store, event);
    expect(first).toMatchObject({ id: event.id, flags: ['noPosition', 'typedCode', 'noCode'] });
    expect(send(store, { ...event })).toEqual(first);
    expect(store.scans).toHaveLength(1);
  });

  it('refuses an id that stands for another body, kind or guard, within one upload too', () => {
    const store = new Store();
    const event = scan();
    const other = scan({ id: event.id, method: 'nfc' });
    const verdicts = store.send([event, other, event].map((each) => ({ device: 0, event: each })));
    expect(verdicts.map((verdict) => 'code' in verdict && verdict.code)).toEqual([false, 'idReused', false]);
    expect(verdicts[2]).toEqual(verdicts[0]);
    expect(send(store, { ...start, id: event.id })).toMatchObject({ code: 'idReused' });
    expect(send(store, event, randomUUID())).toMatchObject({ code: 'idReused' });
    expect(store.scans).toHaveLength(1);
  });

  it.each([
    ['a checkpoint that does not exist', scan({ checkpointId: randomUUID() })],
    ['a route version that does not exist', { ...start, id: randomUUID(), routeVersionId: randomUUID() }],
    [
      'a site that is not the guard’s',
      { kind: 'dutyStarted' as const, id: randomUUID(), siteId: randomUUID(), deviceAtMs: 1_750_000_000_000 },
    ],
  ])('refuses %s', (_, event) => {
    const store = new Store();
    expect(send(store, event)).toEqual({ id: event.id, code: 'notFound', message: expect.any(String) });
    expect([store.rounds.size, store.duties.size, store.scans.length, store.others.length]).toEqual([
      0, 0, 0, 0,
    ]);
  });

  it('leaves a round alone when an event changes nothing of it', () => {
    const store = new Store();
    send(store, start);
    send(store, scan());
    const before = store.rounds.get(roundId);
    send(store, scan());
    expect(store.rounds.get(roundId)).toBe(before);
    expect(subjectOf(start)).toBe(roundId);
  });
});
