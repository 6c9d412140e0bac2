import { fieldBatchMax } from '@watchpost/domain/limits';
import { describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { fieldEvent, fieldSignIn, sendFieldEvent, sendFieldEvents } from './field.ts';

const uuid = (digit: number) => `0190f3c2-7b1e-7cc0-8a51-00000000000${digit}`;
const deviceAtMs = Date.UTC(2026, 0, 1);
const events = {
  dutyStarted: { kind: 'dutyStarted', id: uuid(1), siteId: uuid(2), deviceAtMs },
  dutyEnded: { kind: 'dutyEnded', id: uuid(1), dutyId: uuid(2), deviceAtMs },
  roundStarted: { kind: 'roundStarted', id: uuid(1), routeVersionId: uuid(2), deviceAtMs },
  checkpointScanned: {
    kind: 'checkpointScanned',
    id: uuid(1),
    roundId: uuid(2),
    checkpointId: uuid(3),
    deviceAtMs,
    method: 'qr',
    position: { latitude: 18.5, longitude: 73.7, accuracyMetres: 5 },
  },
  roundEnded: { kind: 'roundEnded', id: uuid(1), roundId: uuid(2), deviceAtMs },
} as const;
const scan = events.checkpointScanned;
const isTaken = (schema: z.ZodMiniType, value: unknown) => z.safeParse(schema, value).success;

describe.each(Object.entries(events))('%s', (_kind, event) => {
  it('is taken as it is', () => expect(z.parse(fieldEvent, event)).toEqual(event));

  it.each(Object.keys(event))('is refused without %s', (key) => {
    const rest = Object.fromEntries(Object.entries(event).filter(([name]) => name !== key));
    expect(isTaken(fieldEvent, rest)).toBe(false);
  });

  it.each(['receivedAtMs', 'guardId', 'tenantId', 'flags'])(
    'is refused with %s, which only the server knows',
    (key) => {
      expect(isTaken(fieldEvent, { ...event, [key]: 1 })).toBe(false);
    },
  );

  it.each([
    0,
    -1,
    946_684_799_999,
    4_102_444_800_001,
    deviceAtMs / 1000,
    Number.MIN_SAFE_INTEGER,
    Number.MAX_SAFE_INTEGER,
  ])('[TRUTH-02] is taken with the time %j, whatever the clock says', (time) =>
    expect(isTaken(fieldEvent, { ...event, deviceAtMs: time })).toBe(true),
  );

  it.each([deviceAtMs + 0.5, 1e16, `${deviceAtMs}`, null])('is refused with %j, which is no time', (time) =>
    expect(isTaken(fieldEvent, { ...event, deviceAtMs: time })).toBe(false),
  );

  it('has its ids in lower case, so that one record has one id', () => {
    const inUpperCase = (value: unknown) =>
      typeof value === 'string' && value.startsWith('0190') ? value.toUpperCase() : value;
    const upper = Object.fromEntries(Object.entries(event).map(([key, value]) => [key, inUpperCase(value)]));
    expect(upper).not.toEqual(event);
    expect(z.parse(fieldEvent, upper)).toEqual(event);
  });

  it('is refused with the nil id', () => {
    expect(isTaken(fieldEvent, { ...event, id: '00000000-0000-0000-0000-000000000000' })).toBe(false);
  });
});

describe('events of no known kind', () => {
  it.each([
    { ...scan, kind: 'sos' },
    { ...scan, kind: 'CheckpointScanned' },
    { ...scan, kind: '' },
    { ...scan, kind: null },
    { ...scan, kind: '__proto__' },
    { ...scan, kind: ['roundEnded'] },
    { ...events.roundEnded, kind: 'dutyEnded' },
    {},
    null,
    [],
    'roundEnded',
  ])('%j is refused', (event) => expect(isTaken(fieldEvent, event)).toBe(false));
});

describe('a scan', () => {
  it.each<[unknown, boolean]>([
    [null, true],
    [{ latitude: 90, longitude: 180, accuracyMetres: 0 }, true],
    [{ latitude: -90, longitude: -180, accuracyMetres: 100_000 }, true],
    [{ latitude: 90.1, longitude: 0, accuracyMetres: 5 }, false],
    [{ latitude: -90.1, longitude: 0, accuracyMetres: 5 }, false],
    [{ latitude: 0, longitude: 180.1, accuracyMetres: 5 }, false],
    [{ latitude: 0, longitude: -180.1, accuracyMetres: 5 }, false],
    [{ latitude: 0, longitude: 0, accuracyMetres: -1 }, false],
    [{ latitude: 0, longitude: 0, accuracyMetres: 100_001 }, false],
    [{ latitude: Number.NaN, longitude: 0, accuracyMetres: 5 }, false],
    [{ latitude: '0', longitude: 0, accuracyMetres: 5 }, false],
    [{ latitude: 0, longitude: 0 }, false],
    [{ latitude: 0, longitude: 0, accuracyMetres: 5, altitude: 1 }, false],
    [{}, false],
    [[0, 0, 5], false],
    ['0,0', false],
  ])('with the position %j is taken: %s', (position, taken) => {
    expect(isTaken(fieldEvent, { ...scan, position })).toBe(taken);
  });

  it.each([
    ['qr', true],
    ['nfc', true],
    ['position', true],
    ['typed', true],
    ['QR', false],
    ['', false],
    ['guess', false],
    [null, false],
  ])('by the method %j is taken: %s', (method, taken) => {
    expect(isTaken(fieldEvent, { ...scan, method })).toBe(taken);
  });
});

describe('uploads', () => {
  const batch = (count: number) => Array.from({ length: count }, () => scan);
  it.each([
    [0, false],
    [1, true],
    [fieldBatchMax, true],
    [fieldBatchMax + 1, false],
  ])('of %d events are taken: %s', (count, taken) => {
    expect(isTaken(sendFieldEvents.body, { sentAtMs: deviceAtMs, events: batch(count) })).toBe(taken);
  });

  it.each<[unknown, boolean]>([
    [{ sentAtMs: deviceAtMs, event: scan }, true],
    [{ event: scan }, false],
    [{ sentAtMs: 0, event: scan }, true],
    [{ sentAtMs: deviceAtMs, ageMs: 4_000, event: scan }, true],
    [{ sentAtMs: deviceAtMs, ageMs: -0.5, event: scan }, false],
    [{ sentAtMs: `${deviceAtMs}`, event: scan }, false],
    [{ sentAtMs: deviceAtMs, event: scan, guardId: uuid(4) }, false],
    [{ sentAtMs: deviceAtMs, event: [scan] }, false],
    [{ sentAtMs: deviceAtMs }, false],
    [scan, false],
  ])('of one event: %j is taken: %s', (body, taken) =>
    expect(isTaken(sendFieldEvent.body, body)).toBe(taken),
  );
});

describe("a device's sign-in", () => {
  const body = { employeeId: 'EMP001', secret: 'Patrol-demo-1', deviceId: uuid(1) };
  it.each<[string, object, boolean]>([
    ['as it should be', {}, true],
    ['employee id of 2', { employeeId: 'E1' }, true],
    ['employee id of 1', { employeeId: 'E' }, false],
    ['employee id of 50', { employeeId: 'E'.repeat(50) }, true],
    ['employee id of 51', { employeeId: 'E'.repeat(51) }, false],
    ['employee id with a hyphen', { employeeId: 'EMP-1' }, false],
    ['blank employee id', { employeeId: '   ' }, false],
    ['no secret', { secret: '' }, false],
    ['secret of 25', { secret: 'x'.repeat(25) }, true],
    ['secret of 26', { secret: 'x'.repeat(26) }, false],
    ['device that is no id', { deviceId: 'phone' }, false],
    ['unknown key', { tenantId: uuid(2) }, false],
  ])('%s is taken: %s', (_what, change, taken) => {
    expect(isTaken(fieldSignIn.body, { ...body, ...change })).toBe(taken);
  });

  it('trims the employee id', () => {
    expect(z.parse(fieldSignIn.body, { ...body, employeeId: ' EMP001 ' }).employeeId).toBe('EMP001');
  });
});
