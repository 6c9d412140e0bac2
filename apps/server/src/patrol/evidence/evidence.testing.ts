// Phones that walk signed rounds at two sites, for what evidence files are made of.
import { randomUUID } from 'node:crypto';
import { emptyChain, signEvent, type DeviceEvent } from '@watchpost/domain/evidence/device-chain';
import type { CheckSettings } from '@watchpost/domain/evidence/file-check';
import type { FileVerdict } from '@watchpost/domain/evidence/file-verdict';
import { checkFile } from '@watchpost/domain/evidence/file-lines';
import { keyAlgorithm, publicKeyOf } from '@watchpost/domain/evidence/signatures';
import {
  makeCheckpoint,
  makeGuard,
  makeRoute,
  makeSite,
  makeTenant,
  makeUser,
  type MadeTenant,
  testPassword,
} from '../../testing/factories.ts';
import { browserOf } from '../../testing/made-sessions.ts';
import { anyone, type Caller, type TestApp } from '../../testing/test-app.ts';

export interface Phone {
  readonly siteId: string;
  /** Of the first checkpoint. */
  readonly checkpointId: string;
  readonly device: Caller;
  /** Walks a round that begins at a time, and returns its id; with what is said after its first scan. `sentAtMs`: now, when left out. */
  walk(startedAtMs: number, remark?: WalkRemark, sentAtMs?: number): Promise<string>;
}

/** What is answered and noted at a checkpoint. */
interface WalkRemark {
  readonly questionsId: string;
  readonly answers: readonly { readonly questionId: string; readonly value: string | number }[];
  readonly note: string;
}

export interface EvidenceWorld {
  readonly tenant: MadeTenant;
  readonly superAdmin: Caller;
  /** Each at a site of its own in Asia/Kolkata; the last one signs nothing. */
  readonly phones: readonly [Phone, Phone, Phone];
}

export async function makeEvidenceWorld(test: TestApp): Promise<EvidenceWorld> {
  const tenant = await makeTenant(test.owner);
  return {
    tenant,
    superAdmin: await browserOf(test, tenant, (await makeUser(test.owner, tenant)).id),
    phones: [
      await makePhone(test, tenant, true),
      await makePhone(test, tenant, true),
      await makePhone(test, tenant, false),
    ],
  };
}

async function makePhone({ app, owner }: TestApp, tenant: MadeTenant, signs: boolean): Promise<Phone> {
  const siteId = await makeSite(owner, tenant, { time_zone: 'Asia/Kolkata' });
  const guard = await makeGuard(owner, tenant, { siteIds: [siteId] });
  const checkpoints = [
    await makeCheckpoint(owner, tenant, siteId),
    await makeCheckpoint(owner, tenant, siteId),
  ];
  const { versionId } = await makeRoute(owner, tenant, siteId, checkpoints);
  const keys = await crypto.subtle.generateKey(keyAlgorithm, false, ['sign', 'verify']);
  const publicKey = signs ? { publicKey: await publicKeyOf(keys.publicKey) } : {};
  const body = { employeeId: guard.employeeId, secret: testPassword, deviceId: randomUUID(), ...publicKey };
  const token = (await anyone(app, tenant)('POST', '/field/signin', { body })).json().accessToken;
  const device = anyone(app, tenant, { authorization: `Bearer ${token}` });
  const [{ checkpointId } = { checkpointId: '' }] = checkpoints;
  let end = emptyChain;
  const signed = async (event: DeviceEvent) => {
    const next = await signEvent(keys, event, end);
    end = next.end;
    return signs ? { ...event, proof: next.proof } : event;
  };
  return {
    siteId,
    checkpointId,
    device,
    walk: async (startedAtMs, remark, sentAtMs = Date.now()) => {
      const [roundId, scanId] = [randomUUID(), randomUUID()];
      const answered = { kind: 'checkpointAnswered', id: randomUUID(), scanId, checkpointId };
      const events: DeviceEvent[] = [
        { kind: 'roundStarted', id: roundId, routeVersionId: versionId, deviceAtMs: startedAtMs },
        ...checkpoints.map(({ checkpointId, latitude, longitude }, at) => ({
          kind: 'checkpointScanned',
          id: at === 0 ? scanId : randomUUID(),
          roundId,
          checkpointId,
          deviceAtMs: startedAtMs + at * 60_000,
          method: 'qr',
          position: { latitude, longitude, accuracyMetres: 6.1 },
          code: `code ${at}`,
        })),
        ...(remark === undefined ? [] : [{ ...answered, ...remark, deviceAtMs: startedAtMs + 10_000 }]),
        { kind: 'roundEnded', id: randomUUID(), roundId, deviceAtMs: startedAtMs + 120_000 },
      ];
      const sent = [];
      for (const event of events) sent.push(await signed(event));
      const reply = await device('POST', '/field/events', { body: { sentAtMs, events: sent } });
      if (reply.statusCode !== 200) throw new Error(`events answered ${reply.statusCode}: ${reply.body}`);
      return roundId;
    },
  };
}

async function* inOne(text: string): AsyncGenerator<Uint8Array> {
  yield new TextEncoder().encode(text);
}

export function check(text: string, settings: CheckSettings = {}): Promise<FileVerdict | null> {
  return checkFile(inOne(text), settings);
}
