// A tenant of which everything that is sealed has rows: what devices signed, calls, incidents, plans, and their log.
import { randomUUID } from 'node:crypto';
import { CompiledQuery } from 'kysely';
import { emptyChain, signEvent } from '@watchpost/domain/evidence/device-chain';
import { keyAlgorithm, publicKeyOf } from '@watchpost/domain/evidence/signatures';
import { serverSecret } from '../../platform/access/server-secret.ts';
import { operatorOrigin } from '../../platform/audit/audit-origin.ts';
import { closeForgottenDuties } from '../duties/close-forgotten.queries.ts';
import {
  makeCheckpoint,
  makeGuard,
  makeRoute,
  makeSite,
  makeTenant,
  type MadeTenant,
  testPassword,
} from '../../testing/factories.ts';
import { anyone, type Caller, type TestApp } from '../../testing/test-app.ts';
import { eraseGuard } from '../../lifecycle/erasures/erase-guard.ts';
import { testFiles } from '../../testing/test-files.ts';
import { type TestSealing, testSealing } from '../../testing/test-sealing.ts';
import type { LogSecrets } from './log-keys.ts';
import { sealLog } from './seal-log.queries.ts';

export const secrets: LogSecrets = [serverSecret('of these tests')];
const dayMs = 86_400_000;

export interface SealedWorld {
  readonly tenant: MadeTenant;
  readonly siteId: string;
  readonly guardId: string;
  readonly routeVersionId: string;
  readonly checkpointId: string;
  readonly device: Caller;
  /** Sends the next event of the device's chain; its number and the status of the answer. */
  readonly send: (event: SentEvent) => Promise<Sending>;
  readonly seal: () => Promise<number>;
  /** What it seals with; another folder for the last heads once the tables were put back to what they were. */
  readonly sealing: () => TestSealing;
  readonly forgetHeads: () => void;
}

interface Sending {
  readonly seq: number;
  readonly status: number;
  /** The status of the answer. */
  readonly again: () => Promise<number>;
  /** The device forgets that it sent this: its next event has the same number. */
  readonly goBack: () => void;
}

interface SentEvent {
  readonly kind: string;
  readonly id: string;
  readonly deviceAtMs: number;
  readonly [name: string]: string | number | boolean | null | { readonly [name: string]: number };
}

async function makeDevice({ app }: TestApp, tenant: MadeTenant, employeeId: string) {
  const keys = await crypto.subtle.generateKey(keyAlgorithm, false, ['sign', 'verify']);
  const publicKey = await publicKeyOf(keys.publicKey);
  const body = { employeeId, secret: testPassword, deviceId: randomUUID(), publicKey };
  const token = (await anyone(app, tenant)('POST', '/field/signin', { body })).json().accessToken;
  const device = anyone(app, tenant, { authorization: `Bearer ${token}` });
  let end = emptyChain;
  const send = async (event: SentEvent) => {
    const before = end;
    const signed = await signEvent(keys, event, before);
    end = signed.end;
    const again = async () => {
      const body = { sentAtMs: Date.now(), event: { ...event, proof: signed.proof } };
      return (await device('POST', '/field/event', { body })).statusCode;
    };
    const goBack = () => {
      end = before;
    };
    return { seq: signed.end.seq, status: await again(), again, goBack };
  };
  return { device, send };
}

/** Nothing but the log's beginning is sealed yet. */
export async function makeSealedWorld(
  server: TestApp,
  first: TestSealing = testSealing(secrets),
): Promise<SealedWorld> {
  const { owner, database } = server;
  const tenant = await makeTenant(owner);
  const db = database.forTenant(tenant.id);
  let sealing = first;
  const seal = () => sealLog(db, tenant.id, sealing);
  await seal();
  const siteId = await makeSite(owner, tenant);
  const guard = await makeGuard(owner, tenant, { siteIds: [siteId] });
  const checkpoints = [
    await makeCheckpoint(owner, tenant, siteId),
    await makeCheckpoint(owner, tenant, siteId),
  ];
  const { versionId: routeVersionId } = await makeRoute(db, tenant, siteId, checkpoints);
  const { device, send } = await makeDevice(server, tenant, guard.employeeId);
  const checkpointId = checkpoints[0]?.checkpointId ?? '';
  const heads = {
    sealing: () => sealing,
    forgetHeads: () => {
      sealing = testSealing(secrets);
    },
  };
  return { tenant, siteId, guardId: guard.id, routeVersionId, checkpointId, device, send, seal, ...heads };
}

/** A round of two scans in a duty, and a duty that the system ended; sealed in several heads. */
export async function walkWorld(server: TestApp, world: SealedWorld): Promise<void> {
  const { siteId, routeVersionId, checkpointId, send, seal, tenant } = world;
  const deviceAtMs = Date.now();
  const [dutyId, roundId] = [randomUUID(), randomUUID()];
  const scan = {
    kind: 'checkpointScanned',
    roundId,
    checkpointId,
    method: 'qr',
    position: { latitude: 18.52, longitude: 73.85, accuracyMetres: 6.1 },
    code: 'a code',
  };
  const events: SentEvent[] = [
    { kind: 'dutyStarted', id: dutyId, siteId, deviceAtMs },
    { kind: 'roundStarted', id: roundId, routeVersionId, deviceAtMs },
    { ...scan, id: randomUUID(), deviceAtMs },
    { ...scan, id: randomUUID(), deviceAtMs: deviceAtMs + 60_000 },
    { kind: 'roundEnded', id: randomUUID(), roundId, deviceAtMs: deviceAtMs + 120_000 },
    { kind: 'dutyEnded', id: randomUUID(), dutyId, deviceAtMs: deviceAtMs + 180_000 },
    { kind: 'dutyStarted', id: randomUUID(), siteId, deviceAtMs: deviceAtMs + 240_000 },
  ];
  for (const event of events) {
    await send(event);
    if (event.kind === 'checkpointScanned') await seal();
  }
  await send({
    kind: 'handoverNoted',
    id: randomUUID(),
    siteId,
    text: 'The gate jams.',
    isUrgent: false,
    deviceAtMs: deviceAtMs + 240_500,
  });
  // A checkpoint that is no one's: refused, and its number is no gap.
  await send({ ...scan, checkpointId: randomUUID(), id: randomUUID(), deviceAtMs: deviceAtMs + 241_000 });
  await send({ kind: 'dutyStarted', id: randomUUID(), siteId, deviceAtMs: deviceAtMs + 242_000 });
  await closeForgottenDuties(server.database.forTenant(tenant.id), tenant.id, 'open', deviceAtMs + 3 * dayMs);
}

/** A call for help with its track, and an incident with a photo that was edited once. */
export async function reportWorld({ database }: TestApp, world: SealedWorld): Promise<void> {
  const { tenant, siteId, device } = world;
  const db = database.forTenant(tenant.id);
  const sentAtMs = Date.now();
  const position = { latitude: 18.52, longitude: 73.85, accuracyMetres: 6.1 };
  const named = () => ({ id: randomUUID(), deviceAtMs: sentAtMs });
  const sos = { ...named(), siteId, position };
  await device('POST', '/field/sos', { body: { sentAtMs, sos } });
  const positions = [{ ...named(), ...position, deviceAtMs: sentAtMs + 1 }];
  await device('POST', `/field/sos/${sos.id}/positions`, { body: { sentAtMs, positions } });
  await device('POST', `/field/sos/${sos.id}/safe`, { body: { sentAtMs, safe: named() } });
  const report = { type: 'fire', severity: 'low', description: 'Smoke.', position };
  const incident = { ...named(), siteId, ...report };
  await device('POST', '/field/incident', { body: { sentAtMs, incident } });
  await db.updateTable('incidents').set({ severity: 'high' }).execute();
  const file = { tenant_id: tenant.id, id: randomUUID(), name: 'a.png', media_type: 'image/png' };
  const bytes = { bytes: 1, sha256: Buffer.alloc(32) };
  await db
    .insertInto('files')
    .values({ ...file, ...bytes })
    .execute();
  const photo = { tenant_id: tenant.id, id: randomUUID(), incident_id: incident.id, file_id: file.id };
  await db.insertInto('incident_photos').values(photo).execute();
}

/** The guard left, and the name is taken out of what was sealed with it. */
export async function eraseWorld({ owner, database }: TestApp, world: SealedWorld): Promise<void> {
  const { tenant, guardId, seal } = world;
  await seal();
  await owner.updateTable('guards').set({ activated: false }).where('id', '=', guardId).execute();
  const scope = {
    db: database.forTenant(tenant.id),
    tenantId: tenant.id,
    files: testFiles(),
    sealing: world.sealing(),
  };
  await eraseGuard(scope, { guardId, version: null }, operatorOrigin(tenant.id));
}

/** Questions at a checkpoint and orders of the post, as the product's role writes them. */
export async function planWorld({ database }: TestApp, world: SealedWorld): Promise<void> {
  const { tenant, siteId, checkpointId } = world;
  const db = database.forTenant(tenant.id);
  const version = () => ({ tenant_id: tenant.id, id: randomUUID(), no: 1, created_by_name: 'Asha' });
  const questions = { ...version(), checkpoint_id: checkpointId, questions: '[]' };
  await db.insertInto('question_versions').values(questions).execute();
  const orders = { ...version(), site_id: siteId, text: 'Lock the gate.', effective_from_ms: 1 };
  await db.insertInto('post_order_versions').values(orders).execute();
}

/** Runs a statement as the owner of the tables, as anyone with access to the database can. */
export async function runAsOwner<Row>({ owner }: TestApp, text: string, values: readonly unknown[] = []) {
  return (await owner.executeQuery<Row>(CompiledQuery.raw(text, [...values]))).rows;
}

/** The same with triggers asleep. */
export async function runAsReplica(server: TestApp, statements: string): Promise<void> {
  const asleep = `PERFORM set_config('session_replication_role', 'replica', true)`;
  await runAsOwner(server, `DO $$ BEGIN ${asleep}; ${statements}; END $$`);
}

/** Columns that are not made from others, in their order. */
export function columnsOf(server: TestApp, table: string) {
  return runAsOwner<{ name: string; type: string }>(
    server,
    `SELECT column_name AS name, data_type AS type FROM information_schema.columns
     WHERE table_schema = 'public' AND table_name = $1 AND is_generated = 'NEVER' ORDER BY ordinal_position`,
    [table],
  );
}

/** Keeps the tables as they are; each can be put back, with what was done to it undone. */
export async function keepTables(server: TestApp, tables: readonly string[]) {
  for (const table of tables)
    await runAsOwner(server, `CREATE TABLE kept_${table} AS SELECT * FROM ${table}`);
  return async (table: string): Promise<void> => {
    const names = (await columnsOf(server, table)).map(({ name }) => name).join(', ');
    const putBack = `INSERT INTO ${table} (${names}) SELECT ${names} FROM kept_${table}`;
    await runAsReplica(server, `DELETE FROM ${table}; ${putBack}`);
  };
}
