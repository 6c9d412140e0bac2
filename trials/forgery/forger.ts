// Somebody with curl, a guard's secret and all the time in the world: phones, rounds and codes to forge with.
import { randomUUID } from 'node:crypto';
import type { FieldEvent } from '@watchpost/contract/field';
import {
  type ChainEnd,
  type DeviceEvent,
  emptyChain,
  signEvent,
} from '@watchpost/domain/evidence/device-chain';
import { keyAlgorithm, publicKeyOf } from '@watchpost/domain/evidence/signatures';
import { rotatingCodeOf, rotatingSecretBytes, stepAt } from '@watchpost/domain/rotating-codes';
import type { PlannedCheckpoint } from '@watchpost/domain/round-facts';
import {
  findLiveCodes,
  issueCodes,
} from '../../apps/server/src/records/checkpoint-codes/checkpoint-codes.queries.ts';
import type { Db } from '../../apps/server/src/platform/db/database.ts';
import {
  makeCheckpoint,
  makeGuard,
  makeRoute,
  makeSite,
  makeTenant,
  makeUser,
  type MadeTenant,
  testPassword,
} from '../../apps/server/src/testing/factories.ts';
import { sessionHeaders } from '../../apps/server/src/testing/made-sessions.ts';

export const minute = 60_000;
export const hour = 60 * minute;
export const day = 24 * hour;

export interface Answer {
  readonly status: number;
  readonly body: unknown;
}

export interface World {
  readonly url: string;
  readonly owner: Db;
  readonly tenant: MadeTenant;
  readonly admin: Readonly<Record<string, string>>;
  readonly siteId: string;
  readonly otherSiteId: string;
  /** Three checkpoints in a row, some 55 m apart: the first two are a route, with codes that hang there. */
  readonly checkpoints: readonly PlannedCheckpoint[];
  readonly codes: ReadonlyMap<string, string>;
  readonly versionId: string;
  /** At the second checkpoint of a route of its own, with a printed code beside it. */
  readonly screen: Screen;
  /** With an NFC tag. */
  readonly tagged: {
    readonly checkpoint: PlannedCheckpoint;
    readonly tag: string;
    readonly versionId: string;
  };
  /** Two checkpoints a long way apart. */
  readonly distant: { readonly checkpoints: readonly PlannedCheckpoint[]; readonly versionId: string };
  /** A code that was replaced. */
  readonly retiredCode: string;
}

interface Screen {
  readonly checkpoint: PlannedCheckpoint;
  readonly versionId: string;
  readonly codeAt: (ms: number) => string;
}

const kilometre = 1 / 111.195;

export async function makeForgedWorld(owner: Db, url: string): Promise<World> {
  const tenant = await makeTenant(owner);
  const [siteId, otherSiteId] = [await makeSite(owner, tenant), await makeSite(owner, tenant)];
  const admin = await sessionHeaders(owner, tenant, { userId: (await makeUser(owner, tenant)).id });
  const checkpoints = [
    await makeCheckpoint(owner, tenant, siteId),
    await makeCheckpoint(owner, tenant, siteId),
    await makeCheckpoint(owner, tenant, siteId),
  ];
  const elsewhere = await makeCheckpoint(owner, tenant, otherSiteId);
  const { versionId } = await makeRoute(owner, tenant, siteId, checkpoints.slice(0, 2));
  const screened = await makeCheckpoint(owner, tenant, siteId);
  const tagged = await makeCheckpoint(owner, tenant, siteId, { nfc_tag_id: '04A1B2C3D4E5F6' });
  const start = await makeCheckpoint(owner, tenant, siteId);
  const far = await makeCheckpoint(owner, tenant, siteId, {
    latitude: start.latitude + 400 * kilometre,
    longitude: start.longitude,
  });
  const routeOf = async (...planned: PlannedCheckpoint[]) =>
    (await makeRoute(owner, tenant, siteId, planned)).versionId;
  const all = [...checkpoints, elsewhere, screened, start, far].map(({ checkpointId }) => checkpointId);
  await issueCodes(owner, tenant.id, all);
  const retiredOf = checkpoints[2]?.checkpointId ?? '';
  const before = await liveCodes(owner, tenant, [retiredOf]);
  await issueCodes(owner, tenant.id, [retiredOf]);
  const longAgo = new Date(Date.now() - 2 * day);
  await owner
    .updateTable('qr_codes')
    .set({ retired_at: longAgo })
    .where('retired_at', 'is not', null)
    .execute();
  return {
    url,
    owner,
    tenant,
    admin,
    siteId,
    otherSiteId,
    checkpoints,
    codes: await liveCodes(owner, tenant, all),
    versionId,
    screen: {
      checkpoint: screened,
      versionId: await routeOf(screened),
      codeAt: await pairScreen(owner, tenant, screened),
    },
    tagged: { checkpoint: tagged, tag: '04A1B2C3D4E5F6', versionId: await routeOf(tagged) },
    distant: { checkpoints: [start, far], versionId: await routeOf(start, far) },
    retiredCode: before.get(retiredOf) ?? '',
  };
}

async function liveCodes(
  owner: Db,
  tenant: MadeTenant,
  ids: readonly string[],
): Promise<Map<string, string>> {
  const live = await findLiveCodes(owner, tenant.id, ids);
  return new Map(live.map(({ checkpointId, code }) => [checkpointId, code]));
}

/** As one that was paired an hour ago. Resolves with what it shows. */
async function pairScreen(owner: Db, tenant: MadeTenant, { checkpointId }: PlannedCheckpoint) {
  const secret = crypto.getRandomValues(new Uint8Array(rotatingSecretBytes));
  await owner
    .insertInto('checkpoint_screens')
    .values({
      tenant_id: tenant.id,
      id: randomUUID(),
      checkpoint_id: checkpointId,
      serial: 1,
      secret: Buffer.from(secret),
      pairing_ends_at_ms: 1,
      offered_at_ms: 1,
      paired_at_ms: Date.now() - 30 * day,
    })
    .execute();
  return (ms: number) => rotatingCodeOf(secret, { checkpointId, serial: 1 }, stepAt(ms));
}

async function ask(url: string, method: string, headers: object, body?: unknown): Promise<Answer> {
  const reply = await fetch(url, {
    method,
    headers: { ...headers, ...(body === undefined ? {} : { 'content-type': 'application/json' }) },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const text = await reply.text();
  return { status: reply.status, body: text === '' ? null : JSON.parse(text) };
}

export const asAdmin = (world: World, path: string): Promise<Answer> =>
  ask(`${world.url}/api/${world.tenant.slug}${path}`, 'GET', { ...world.admin, timezone: 'UTC' });

/** A guard of the site who is signed in on a phone that signs what it sends, unless it is to have no key. */
export class Phone {
  readonly #world: World;
  readonly #token: string;
  readonly #keys: CryptoKeyPair | null;
  readonly guardId: string;
  readonly employeeId: string;
  readonly deviceId: string;
  #end: ChainEnd = emptyChain;

  private constructor(
    world: World,
    made: { token: string; keys: CryptoKeyPair | null; guard: Guard; deviceId: string },
  ) {
    this.#world = world;
    this.#token = made.token;
    this.#keys = made.keys;
    this.guardId = made.guard.id;
    this.employeeId = made.guard.employeeId;
    this.deviceId = made.deviceId;
  }

  static async of(
    world: World,
    { guard, deviceId = randomUUID(), hasKey = true }: PhoneOptions = {},
  ): Promise<Phone> {
    const who = guard ?? (await makeGuard(world.owner, world.tenant, { siteIds: [world.siteId] }));
    const keys = hasKey ? await crypto.subtle.generateKey(keyAlgorithm, false, ['sign', 'verify']) : null;
    const body = {
      employeeId: who.employeeId,
      secret: testPassword,
      deviceId,
      ...(keys === null ? {} : { publicKey: await publicKeyOf(keys.publicKey) }),
    };
    const reply = await ask(`${world.url}/api/${world.tenant.slug}/field/signin`, 'POST', {}, body);
    if (reply.status !== 200)
      throw new Error(`sign-in was answered ${reply.status}: ${JSON.stringify(reply.body)}`);
    return new Phone(world, { token: Object(reply.body).accessToken, keys, guard: who, deviceId });
  }

  /** The event with the proof that this phone gives it; as it is where the phone has no key. */
  async signed(event: FieldEvent): Promise<FieldEvent> {
    if (this.#keys === null) return event;
    const plain: DeviceEvent = JSON.parse(JSON.stringify(event));
    const { proof, end } = await signEvent(this.#keys, plain, this.#end);
    this.#end = end;
    return { ...event, proof };
  }

  /** Uploads events as they are. */
  send(
    events: readonly object[],
    more: { readonly sentAtMs?: number; readonly agesMs?: object } = {},
  ): Promise<Answer> {
    return this.#post('/field/events', { sentAtMs: Date.now(), ...more, events });
  }

  #post(path: string, body: object): Promise<Answer> {
    return ask(`${this.#world.url}/api/${this.#world.tenant.slug}${path}`, 'POST', this.#headers, body);
  }

  get #headers() {
    return { authorization: `Bearer ${this.#token}` };
  }
}

interface Guard {
  readonly id: string;
  readonly employeeId: string;
}

interface PhoneOptions {
  readonly guard?: Guard;
  readonly deviceId?: string;
  readonly hasKey?: boolean;
}

type Scan = Extract<FieldEvent, { kind: 'checkpointScanned' }>;

/** A scan on the spot, with the code that hangs there. */
export function scanAt(
  world: World,
  checkpoint: PlannedCheckpoint | undefined,
  changes: Partial<Scan> = {},
): Partial<Scan> {
  if (checkpoint === undefined) throw new Error('no such checkpoint');
  const { checkpointId, latitude, longitude } = checkpoint;
  const code = world.codes.get(checkpointId);
  return {
    checkpointId,
    method: 'qr',
    position: { latitude, longitude, accuracyMetres: 6 },
    ...(code === undefined ? {} : { code }),
    ...changes,
  };
}

/** The events of a whole round, whose scans are five minutes apart unless they say when they were made. */
export function roundOf(
  { versionId, startedAtMs }: { readonly versionId: string; readonly startedAtMs: number },
  scans: readonly Partial<Scan>[],
  roundId: string = randomUUID(),
): FieldEvent[] {
  const last = startedAtMs + scans.length * 5 * minute;
  return [
    { kind: 'roundStarted', id: roundId, routeVersionId: versionId, deviceAtMs: startedAtMs },
    ...scans.map((scan, at) => ({
      kind: 'checkpointScanned' as const,
      id: randomUUID(),
      roundId,
      checkpointId: '',
      method: 'qr' as const,
      position: null,
      deviceAtMs: startedAtMs + (at + 1) * 5 * minute,
      ...scan,
    })),
    { kind: 'roundEnded', id: randomUUID(), roundId, deviceAtMs: last + minute },
  ];
}
