// Kinds of uploads that say what did not happen, and what the product has to say of each.
import { randomUUID } from 'node:crypto';
import type { FieldEvent } from '@watchpost/contract/field';
import {
  codeMacBytes,
  decodeCheckpointCode,
  encodeCheckpointCode,
  typedCodeOf,
} from '@watchpost/domain/checkpoint-codes';
import type { TrustFlag } from '@watchpost/domain/trust';
import { makeGuard, makeTenant, makeSite, makeCheckpoint } from '../../apps/server/src/testing/factories.ts';
import { type Answer, day, hour, minute, Phone, roundOf, scanAt, type World } from './forger.ts';

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
type Change = Parameters<typeof scanAt>[2];

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

const anHourAgo = () => Date.now() - hour;

async function sendRound(world: World, round: Round): Promise<Sent> {
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
const both = (world: World, change: Change): Scans =>
  world.places.slice(0, 2).map((place) => scanAt(world, place, change));
const noCode: Change = { code: undefined };
const kilometres = 1 / 111.195;

const away = (world: World, km: number, accuracyMetres: number): Scans =>
  world.places.slice(0, 2).map((place) =>
    scanAt(world, place, {
      position: { latitude: place.latitude + km * kilometres, longitude: place.longitude, accuracyMetres },
    }),
  );

const codeOf = (world: World, at: number): string =>
  world.codes.get(world.places[at]?.checkpointId ?? '') ?? '';

function flipped(code: string): string {
  const parts = decodeCheckpointCode(code);
  if (parts === null) throw new Error('not a code');
  return encodeCheckpointCode({ ...parts, mac: parts.mac.map((byte, at) => (at === 3 ? byte ^ 1 : byte)) });
}

const simple = (
  name: string,
  expected: UploadKind['expected'],
  round: (world: World) => Round | Promise<Round>,
): UploadKind => ({
  name,
  expected,
  send: async (world) => sendRound(world, await round(world)),
});

const codes: readonly UploadKind[] = [
  simple('an honest round', 'clean', (world) => ({ scans: both(world, {}) })),
  simple('positions alone, where codes hang', ['methodNotAllowed'], (world) => ({
    scans: both(world, { method: 'position', ...noCode }),
  })),
  simple('positions with a dwell made up, where codes hang', ['methodNotAllowed'], (world) => ({
    scans: both(world, { method: 'position', ...noCode, dwellMs: 60_000 } as Change),
  })),
  simple('scans without a code', ['noCode'], (world) => ({ scans: both(world, noCode) })),
  simple('an empty code', ['noCode'], (world) => ({ scans: both(world, { code: '   ' }) })),
  simple('a code that was made up', ['forgedCode'], (world) => ({
    scans: both(world, { code: 'WP1NOSUCHCODE' }),
  })),
  simple('a code with one bit changed', ['forgedCode'], (world) => ({
    scans: [scanAt(world, world.places[0], { code: flipped(codeOf(world, 0)) })],
  })),
  simple('the code of the next checkpoint', ['wrongCode'], (world) => ({
    scans: [scanAt(world, world.places[0], { code: codeOf(world, 1) })],
  })),
  simple('a code that was replaced', ['retiredCode', 'unplanned'], (world) => ({
    scans: [scanAt(world, world.places[2], { code: world.retiredCode })],
  })),
  simple('a code typed in', ['typedCode'], (world) => ({
    scans: [scanAt(world, world.places[0], { method: 'typed', code: typedCodeOf(codeOf(world, 0)) })],
  })),
  simple('a typed code that was made up', ['forgedCode'], (world) => ({
    scans: [scanAt(world, world.places[0], { method: 'typed', code: 'AAAAAAAA' })],
  })),
  {
    name: "another company's code",
    expected: ['forgedCode', 'wrongCode'],
    send: async (world) => {
      const stranger = await makeTenant(world.owner);
      const place = await makeCheckpoint(world.owner, stranger, await makeSite(world.owner, stranger));
      const code = encodeCheckpointCode({
        checkpointId: place.checkpointId,
        serial: 1,
        mac: new Uint8Array(codeMacBytes).fill(7),
      });
      return sendRound(world, { scans: [scanAt(world, world.places[0], { code })] });
    },
  },
  simple('an NFC tag of one’s own', ['unknownTag'], (world) => ({
    versionId: world.tagged.versionId,
    scans: [scanAt(world, world.tagged.place, { method: 'nfc', code: '04FFFFFFFFFFFF' })],
  })),
  simple('an NFC scan without a tag', ['noCode'], (world) => ({
    versionId: world.tagged.versionId,
    scans: [scanAt(world, world.tagged.place, { method: 'nfc', ...noCode })],
  })),
  simple('NFC where no tag hangs', ['unknownTag'], (world) => ({
    scans: both(world, { method: 'nfc', code: '04A1B2C3D4E5F6' }),
  })),
];

const onScreen = (world: World, code: string, atMs = Date.now() - 50 * minute) => ({
  versionId: world.screen.versionId,
  startedAtMs: atMs - 5 * minute,
  scans: [scanAt(world, world.screen.place, { code, deviceAtMs: atMs })],
});

const screens: readonly UploadKind[] = [
  simple('the printed code where a screen is', ['printedCode'], (world) => ({
    versionId: world.screen.versionId,
    scans: [scanAt(world, world.screen.place)],
  })),
  simple("a photograph of the screen's code of an hour before", ['staleCode'], (world) => {
    const atMs = Date.now() - 50 * minute;
    return onScreen(world, world.screen.codeAt(atMs - hour), atMs);
  }),
  simple('a code of the screen for an hour to come', ['staleCode'], (world) => {
    const atMs = Date.now() - 50 * minute;
    return onScreen(world, world.screen.codeAt(atMs + hour), atMs);
  }),
  {
    name: "one code of the screen in two guards' rounds",
    expected: ['sharedCode'],
    send: async (world) => {
      const atMs = Date.now() - 47 * minute;
      await sendRound(world, onScreen(world, world.screen.codeAt(atMs), atMs));
      return sendRound(world, onScreen(world, world.screen.codeAt(atMs), atMs));
    },
  },
  {
    name: 'one code of the screen in two rounds of a guard',
    expected: ['sharedCode'],
    send: async (world) => {
      const atMs = Date.now() - 44 * minute;
      const phone = await Phone.of(world);
      await sendRound(world, { ...onScreen(world, world.screen.codeAt(atMs), atMs), phone });
      return sendRound(world, { ...onScreen(world, world.screen.codeAt(atMs), atMs + 10_000), phone });
    },
  },
];

const places: readonly UploadKind[] = [
  simple('no position', ['noPosition'], (world) => ({ scans: both(world, { position: null }) })),
  simple('2 km away', ['outsideRadius'], (world) => ({ scans: away(world, 2, 6) })),
  simple('90 km away, known to within 100 km', ['outsideRadius'], (world) => ({
    scans: away(world, 90, 100_000),
  })),
  simple('on the spot, known to within 900 m', ['poorAccuracy'], (world) => ({ scans: away(world, 0, 900) })),
  simple('at 0, 0', ['outsideRadius', 'noPosition'], (world) => ({
    scans: both(world, { position: { latitude: 0, longitude: 0, accuracyMetres: 5 } }),
  })),
  simple('two checkpoints within a second', ['burst'], (world) => {
    const startedAtMs = anHourAgo();
    return {
      startedAtMs,
      scans: world.places
        .slice(0, 2)
        .map((place, at) => scanAt(world, place, { deviceAtMs: startedAtMs + minute + at * 800 })),
    };
  }),
  simple('400 km in five minutes', ['teleport'], (world) => ({
    versionId: world.distant.versionId,
    scans: world.distant.places.map((place) => scanAt(world, place)),
  })),
  simple('the order turned round', ['outOfOrder'], (world) => ({ scans: both(world, {}).toReversed() })),
  simple('a checkpoint of another route', ['unplanned'], (world) => ({
    scans: [scanAt(world, world.places[2])],
  })),
];

const times: readonly UploadKind[] = [
  simple('a round dated tonight', ['fromFuture'], (world) => ({
    scans: both(world, {}),
    startedAtMs: Date.now() + 9 * hour,
  })),
  simple('a round dated next week', ['fromFuture'], (world) => ({
    scans: both(world, {}),
    startedAtMs: Date.now() + 7 * day,
  })),
  simple('a round of 2099', ['fromFuture'], (world) => ({
    scans: both(world, {}),
    startedAtMs: Date.parse('2099-06-01T00:00:00Z'),
  })),
  simple('a round that ends in an hour', ['fromFuture'], (world) => ({
    scans: both(world, {}),
    startedAtMs: Date.now() + 10 * minute,
  })),
  simple('a clock a day ahead', ['clockSkew'], (world) => ({
    scans: both(world, {}),
    startedAtMs: Date.now() + day - hour,
    sentAtMs: () => Date.now() + day,
  })),
  simple('a clock three hours behind', ['clockSkew'], (world) => ({
    scans: both(world, {}),
    startedAtMs: Date.now() - 4 * hour,
    sentAtMs: () => Date.now() - 3 * hour,
  })),
  simple('a clock that stands at 1970', ['clockSkew'], (world) => ({
    scans: both(world, {}),
    startedAtMs: 0,
    sentAtMs: () => hour,
  })),
  simple('a clock set right before it sends, which stood at 1970', ['clockSkew', 'sentLate'], (world) => ({
    scans: both(world, {}),
    startedAtMs: 0,
  })),
  simple('tomorrow, with an age made up', ['clockSkew', 'fromFuture'], (world) => ({
    scans: both(world, {}),
    startedAtMs: Date.now() + day,
    ageOfAllMs: minute,
  })),
  simple('a round of a month ago', ['sentLate'], (world) => ({
    scans: both(world, {}),
    startedAtMs: Date.now() - 29 * day,
  })),
  simple('a round of yesterday', ['sentLate'], (world) => ({
    scans: both(world, {}),
    startedAtMs: Date.now() - 18 * hour,
  })),
];

const signatures: readonly UploadKind[] = [
  simple('the proof left out', ['unsigned'], (world) => ({
    scans: both(world, {}),
    after: (events) => events.map(({ proof: _proof, ...event }) => event),
  })),
  simple('the proof of another event', ['badSignature'], (world) => ({
    scans: both(world, {}),
    after: (events) =>
      events.map((event, at) => ({ ...event, proof: events[(at + 1) % events.length]?.proof })),
  })),
  simple('a position changed after it was signed', ['badSignature'], (world) => ({
    scans: both(world, {}),
    after: (events) =>
      events.map((event) =>
        'position' in event && event.position
          ? { ...event, position: { ...event.position, accuracyMetres: 3 } }
          : event,
      ),
  })),
  {
    name: 'a guard who had a key signs in without one',
    expected: ['unsigned'],
    send: async (world) => {
      const signed = await Phone.of(world);
      const guard = { id: signed.guardId, employeeId: signed.employeeId };
      return sendRound(world, {
        scans: both(world, {}),
        phone: await Phone.of(world, { guard, hasKey: false }),
      });
    },
  },
  {
    name: 'the phone of a guard who had a key, without one',
    expected: ['unsigned', 'sharedDevice'],
    send: async (world) => {
      const { deviceId } = await Phone.of(world);
      return sendRound(world, {
        scans: both(world, {}),
        phone: await Phone.of(world, { deviceId, hasKey: false }),
      });
    },
  },
  {
    name: 'two guards with one phone',
    expected: ['sharedDevice', 'unsigned'],
    send: async (world) => {
      const first = await Phone.of(world, { hasKey: false });
      await sendRound(world, { scans: both(world, {}), phone: first });
      const phone = await Phone.of(world, { deviceId: first.deviceId, hasKey: false });
      return sendRound(world, { scans: both(world, {}), phone });
    },
  },
];

const strangers: readonly UploadKind[] = [
  {
    name: "another guard's round",
    expected: 'refused',
    send: async (world) => {
      const { roundId } = await sendRound(world, { scans: [scanAt(world, world.places[0])] });
      const phone = await Phone.of(world);
      const [, scan] = roundOf(
        { versionId: world.versionId, startedAtMs: anHourAgo() },
        [scanAt(world, world.places[1])],
        roundId,
      );
      return { roundId, answer: await phone.send(scan === undefined ? [] : [await phone.signed(scan)]) };
    },
  },
  {
    name: "a site that is not the guard's",
    expected: 'refused',
    send: async (world) => {
      const guard = await makeGuard(world.owner, world.tenant, { siteIds: [world.otherSiteId] });
      // An end alone claims nothing: it is taken from anybody, and belongs to no round.
      const after = (events: readonly FieldEvent[]) => events.slice(0, -1);
      return sendRound(world, { scans: both(world, {}), phone: await Phone.of(world, { guard }), after });
    },
  },
  {
    name: 'an id that was used, with another body',
    expected: 'refused',
    send: async (world) => {
      const phone = await Phone.of(world);
      const events = roundOf({ versionId: world.versionId, startedAtMs: anHourAgo() }, both(world, {}));
      await phone.send(events);
      const other = events.map((event) => ({ ...event, deviceAtMs: event.deviceAtMs + 1 }));
      return { roundId: events[0]?.id ?? '', answer: await phone.send(other) };
    },
  },
  {
    name: "another company's checkpoint",
    expected: 'refused',
    send: async (world) => {
      const stranger = await makeTenant(world.owner);
      const place = await makeCheckpoint(world.owner, stranger, await makeSite(world.owner, stranger));
      const phone = await Phone.of(world);
      const [, scan] = roundOf({ versionId: world.versionId, startedAtMs: anHourAgo() }, [
        scanAt(world, place),
      ]);
      return {
        roundId: randomUUID(),
        answer: await phone.send(scan === undefined ? [] : [await phone.signed(scan)]),
      };
    },
  },
];

/** See docs/evidence.md, "What cannot be known". */
const unknowable: readonly UploadKind[] = [
  simple(
    'photographed codes, positions and times made up, sent within the threshold',
    'unknowable',
    (world) => ({
      scans: both(world, {}),
      startedAtMs: Date.now() - 3 * hour,
    }),
  ),
];

export const uploadKinds: readonly UploadKind[] = [
  ...codes,
  ...screens,
  ...places,
  ...times,
  ...signatures,
  ...strangers,
  ...unknowable,
];
