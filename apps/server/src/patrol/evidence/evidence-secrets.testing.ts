// A site with every way of scanning and a phone that signs, and every secret that the database holds of it.
import { randomUUID } from 'node:crypto';
import type { FieldEvent } from '@watchpost/contract/field';
import { CompiledQuery } from 'kysely';
import { findLiveCodes, issueCodes } from '../../records/checkpoint-codes/checkpoint-codes.queries.ts';
import {
  makeCheckpoint,
  makeGuard,
  makeRoute,
  makeSite,
  makeTenant,
  makeUser,
  type MadeTenant,
} from '../../testing/factories.ts';
import { browserOf } from '../../testing/made-sessions.ts';
import { type MadeScreen, makeScreen } from '../../testing/make-screen.ts';
import { type AppAge, SigningPhone } from '../../testing/signing-phone.ts';
import type { Caller, TestApp } from '../../testing/test-app.ts';

export const nfcTagId = '04A1B2C3D4E5F6';

type Point = Awaited<ReturnType<typeof makeCheckpoint>>;

export interface SecretWorld {
  readonly tenant: MadeTenant;
  readonly admin: Caller;
  readonly siteId: string;
  readonly versionId: string;
  readonly gate: Point;
  readonly door: Point;
  readonly tower: Point;
  readonly pump: Point;
  readonly screen: MadeScreen;
  /** By checkpoint. */
  readonly codes: ReadonlyMap<string, string>;
  readonly employeeId: string;
  readonly phone: SigningPhone;
}

export async function makeSecretWorld(server: TestApp): Promise<SecretWorld> {
  const { app, owner } = server;
  const tenant = await makeTenant(owner);
  const admin = await browserOf(server, tenant, (await makeUser(owner, tenant)).id);
  const siteId = await makeSite(owner, tenant);
  const gate = await makeCheckpoint(owner, tenant, siteId, { name: 'Gate' });
  const door = await makeCheckpoint(owner, tenant, siteId, { name: 'Door' });
  const tower = await makeCheckpoint(owner, tenant, siteId, { name: 'Tower', nfc_tag_id: nfcTagId });
  const pump = await makeCheckpoint(owner, tenant, siteId, { name: 'Pump' });
  // As the product's role writes it, so that it is sealed.
  const db = server.database.forTenant(tenant.id);
  const { versionId } = await makeRoute(db, tenant, siteId, [gate, door, tower, pump]);
  const ids = [gate.checkpointId, door.checkpointId];
  await issueCodes(owner, tenant.id, ids);
  const live = await findLiveCodes(owner, tenant.id, ids);
  const screen = await makeScreen(owner, tenant, pump.checkpointId);
  const { employeeId } = await makeGuard(owner, tenant, { siteIds: [siteId] });
  const codes = new Map(live.map(({ checkpointId, code }) => [checkpointId, code]));
  const phone = new SigningPhone(app, tenant);
  const world = { siteId, versionId, gate, door, tower, pump };
  return { tenant, admin, ...world, screen, codes, employeeId, phone };
}

/** A round with a scan of each way, an answer, an incident, and a call for help with its track; its id. */
export async function walkEveryWay(world: SecretWorld, age: AppAge, device: Caller): Promise<string> {
  const { versionId, gate, door, tower, pump, screen, codes, siteId, phone, employeeId } = world;
  // Later than the key: what a phone signs is no older.
  const atMs = Date.now();
  const roundId = randomUUID();
  const scan = (
    at: Point,
    method: 'qr' | 'typed' | 'nfc' | 'position',
    code: string | undefined,
    no: number,
  ) => ({
    kind: 'checkpointScanned' as const,
    id: randomUUID(),
    roundId,
    checkpointId: at.checkpointId,
    deviceAtMs: atMs + no * 10_000,
    method,
    position: { latitude: at.latitude, longitude: at.longitude, accuracyMetres: 6.1 },
    ...(code === undefined ? {} : { code }),
  });
  const first = scan(gate, 'qr', codes.get(gate.checkpointId), 1);
  const note = { scanId: first.id, checkpointId: gate.checkpointId, questionsId: null, answers: [] };
  const events: FieldEvent[] = [
    { kind: 'roundStarted', id: roundId, routeVersionId: versionId, deviceAtMs: atMs },
    first,
    {
      kind: 'checkpointAnswered',
      id: randomUUID(),
      ...note,
      note: 'The hinge creaks.',
      deviceAtMs: atMs + 11_000,
    },
    scan(door, 'typed', codes.get(door.checkpointId)?.slice(-8), 2),
    scan(tower, 'nfc', nfcTagId, 3),
    scan(pump, 'qr', screen.codeAt(atMs + 40_000), 4),
    scan(gate, 'position', undefined, 5),
    scan(door, 'qr', codes.get(gate.checkpointId), 6),
    scan(door, 'qr', 'nobody hung this code', 7),
    { kind: 'roundEnded', id: randomUUID(), roundId, deviceAtMs: atMs + 80_000 },
  ];
  const sent = age === 'keyless' ? events : await phone.sign(employeeId, events, age);
  const reply = await device('POST', '/field/events', { body: { sentAtMs: Date.now(), events: sent } });
  if (reply.json().refused.length > 0) throw new Error(`a round answered ${reply.body}`);
  const named = () => ({ id: randomUUID(), deviceAtMs: atMs + 30_000 });
  const position = { latitude: 18.52, longitude: 73.85, accuracyMetres: 6.1 };
  const incident = { ...named(), siteId, type: 'fire', severity: 'low', description: 'Smoke.', position };
  const sos = { ...named(), siteId, position };
  const bodies = [
    ['/field/incident', { incident }],
    ['/field/sos', { sos }],
    [`/field/sos/${sos.id}/positions`, { positions: [{ ...named(), ...position }] }],
    [`/field/sos/${sos.id}/safe`, { safe: named() }],
  ] as const;
  for (const [path, body] of bodies) {
    const { statusCode } = await device('POST', path, { body: { sentAtMs: Date.now(), ...body } });
    if (statusCode !== 200) throw new Error(`${path} answered ${statusCode}`);
  }
  return roundId;
}

/** Of each: what it is, and the statement that gives all there are. */
const texts: readonly (readonly [what: string, text: string])[] = [
  ['a code that was read', 'SELECT code AS value FROM scans WHERE code IS NOT NULL'],
  ['a code that hangs', 'SELECT code AS value FROM qr_codes'],
  ['letters to be typed', 'SELECT typed AS value FROM qr_codes'],
  ['a tag', 'SELECT nfc_tag_id AS value FROM checkpoints WHERE nfc_tag_id IS NOT NULL'],
  ['a phone', 'SELECT id::text AS value FROM devices'],
  ['a phone of a scan', 'SELECT DISTINCT device_id::text AS value FROM scans'],
  ['a phone of a key', 'SELECT DISTINCT device_id::text AS value FROM device_keys'],
  ['a phone of an incident', 'SELECT DISTINCT device_id::text AS value FROM incidents'],
];
const plainSigned = 'FROM %s WHERE proof_key IS NOT NULL AND proof_salt IS NULL';
const bytes: readonly (readonly [what: string, text: string])[] = [
  ['a hash of what was sent with a code', 'SELECT body_hash AS value FROM scans WHERE code IS NOT NULL'],
  ['the salt of the log', 'SELECT salt AS value FROM log_salts'],
  ['a key of codes', 'SELECT key AS value FROM code_keys'],
  ['the secret of a screen', 'SELECT secret AS value FROM checkpoint_screens WHERE secret IS NOT NULL'],
  ...['scans', 'field_events'].flatMap(
    (table) =>
      [
        [`a salt of ${table}`, `SELECT proof_salt AS value FROM ${table} WHERE proof_salt IS NOT NULL`],
        [
          `a signature over codes of ${table}`,
          `SELECT proof_signature AS value ${plainSigned.replace('%s', table)}`,
        ],
        [
          `a link to a text with codes of ${table}`,
          `SELECT proof_previous AS value ${plainSigned.replace('%s', table)} AND proof_seq > 1`,
        ],
      ] as const,
  ),
];

export interface Secret {
  readonly what: string;
  /** Each way in which it could stand in a text. */
  readonly ways: readonly string[];
}

/** In base64 wherever they stand in what was encoded: without the letters that bytes around them share. */
const encodedWithin = (value: Buffer): string[] =>
  [0, 1, 2].map((before) => {
    const letters = Buffer.concat([Buffer.alloc(before), value])
      .toString('base64')
      .replace(/=+$/, '');
    const isEven = (before + value.length) % 3 === 0;
    return letters.slice(before === 0 ? 0 : before + 1, isEven ? undefined : -1);
  });

const waysOfBytes = (value: Buffer): string[] => {
  const encoded = encodedWithin(value);
  const forAddresses = encoded.map((text) => text.replaceAll('+', '-').replaceAll('/', '_'));
  return [value.toString('hex'), ...encoded, ...forAddresses];
};

const waysOfText = (value: string): string[] =>
  [value, value.replaceAll('-', ''), value.toLowerCase(), value.toUpperCase()].flatMap((name) => [
    name,
    encodeURIComponent(name),
    // Each letter as an address or JSON may escape it.
    name.replaceAll(/[^]/g, (letter) => `%${letter.charCodeAt(0).toString(16)}`),
    name.replaceAll(/[^]/g, (letter) => `\\u00${letter.charCodeAt(0).toString(16)}`),
    name.replaceAll(/(..)(?=.)/g, '$1:'),
    ...waysOfBytes(Buffer.from(name)),
  ]);

export async function secretsOf({ owner }: TestApp): Promise<Secret[]> {
  const secrets: Secret[] = [];
  for (const [what, text] of texts) {
    const { rows } = await owner.executeQuery<{ value: string }>(CompiledQuery.raw(text));
    for (const { value } of rows) secrets.push({ what, ways: waysOfText(value) });
  }
  for (const [what, text] of bytes) {
    const { rows } = await owner.executeQuery<{ value: Buffer }>(CompiledQuery.raw(text));
    for (const { value } of rows) secrets.push({ what, ways: waysOfBytes(value) });
  }
  return secrets;
}

/** What of the secrets stands in the text, whichever way and case it is written in. */
export function foundIn(text: string, secrets: readonly Secret[]): string[] {
  const folded = text.toLowerCase();
  return secrets
    .filter(({ ways }) => ways.some((way) => folded.includes(way.toLowerCase())))
    .map(({ what }) => what);
}
