// Records that somebody else sent, or that were changed on the way.
import { randomUUID } from 'node:crypto';
import type { FieldEvent } from '@watchpost/contract/field';
import { makeCheckpoint, makeGuard, makeSite, makeTenant } from '../../apps/server/src/testing/factories.ts';
import { Phone, roundOf, scanAt } from './forger.ts';
import { anHourAgo, both, sendRound, simple, type UploadKind } from './rounds.ts';

export const signatureKinds: readonly UploadKind[] = [
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

export const strangerKinds: readonly UploadKind[] = [
  {
    name: "another guard's round",
    expected: 'refused',
    send: async (world) => {
      const { roundId } = await sendRound(world, { scans: [scanAt(world, world.checkpoints[0])] });
      const phone = await Phone.of(world);
      const [, scan] = roundOf(
        { versionId: world.versionId, startedAtMs: anHourAgo() },
        [scanAt(world, world.checkpoints[1])],
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
      const checkpoint = await makeCheckpoint(world.owner, stranger, await makeSite(world.owner, stranger));
      const phone = await Phone.of(world);
      const [, scan] = roundOf({ versionId: world.versionId, startedAtMs: anHourAgo() }, [
        scanAt(world, checkpoint),
      ]);
      return {
        roundId: randomUUID(),
        answer: await phone.send(scan === undefined ? [] : [await phone.signed(scan)]),
      };
    },
  },
];
