// A phone with the keys of its guards, as the guards' app keeps them; apps of before sign events alone.
import { randomUUID } from 'node:crypto';
import type { FieldEvent } from '@watchpost/contract/field';
import { type ChainEnd, emptyChain, signEvent } from '@watchpost/domain/evidence/device-chain';
import {
  type DeviceReport,
  enrolmentBytes,
  type KeySignature,
  reportBytes,
} from '@watchpost/domain/evidence/device-statements';
import { keyAlgorithm, keyIdOf, publicKeyOf, signBytes } from '@watchpost/domain/evidence/signatures';
import type { FastifyInstance } from 'fastify';
import { type MadeTenant, testPassword } from './factories.ts';
import { anyone, type Caller } from './test-app.ts';

export interface PhoneKey {
  readonly keys: CryptoKeyPair;
  readonly publicKey: string;
  end: ChainEnd;
}

export async function makePhoneKey(): Promise<PhoneKey> {
  const keys = await crypto.subtle.generateKey(keyAlgorithm, false, ['sign', 'verify']);
  return { keys, publicKey: await publicKeyOf(keys.publicKey), end: emptyChain };
}

async function signatureOf({ keys, publicKey }: PhoneKey, bytes: BufferSource & Uint8Array<ArrayBuffer>) {
  return { key: keyIdOf(publicKey), signature: await signBytes(keys.privateKey, bytes) };
}

/** How the phone signs in: as apps do now, as they did before, or without any key. */
export type AppAge = 'now' | 'before' | 'keyless';

export class SigningPhone {
  readonly deviceId: string;
  readonly #app: FastifyInstance;
  readonly #tenant: MadeTenant;
  /** By employee id. */
  readonly keys = new Map<string, PhoneKey>();
  #reports = 0;

  constructor(app: FastifyInstance, tenant: MadeTenant, deviceId: string = randomUUID()) {
    this.#app = app;
    this.#tenant = tenant;
    this.deviceId = deviceId;
  }

  async signIn(employeeId: string, age: AppAge = 'now'): Promise<Caller> {
    const key = age === 'keyless' ? null : await this.#keyOf(employeeId);
    const own = key === null ? {} : { publicKey: key.publicKey };
    const enrolment = key === null || age === 'before' ? {} : await this.#enrolment(employeeId, key);
    const body = { employeeId, secret: testPassword, deviceId: this.deviceId, ...own, ...enrolment };
    const reply = await anyone(this.#app, this.#tenant)('POST', '/field/signin', { body });
    if (reply.statusCode !== 200) throw new Error(`sign-in answered ${reply.statusCode}: ${reply.body}`);
    return anyone(this.#app, this.#tenant, { authorization: `Bearer ${reply.json().accessToken}` });
  }

  async #keyOf(employeeId: string): Promise<PhoneKey> {
    const key = this.keys.get(employeeId) ?? (await makePhoneKey());
    this.keys.set(employeeId, key);
    return key;
  }

  async #enrolment(employeeId: string, own: PhoneKey) {
    const { publicKey } = own;
    const bytes = enrolmentBytes({
      company: this.#tenant.slug,
      employeeId,
      deviceId: this.deviceId,
      publicKey,
    });
    const { signature } = await signatureOf(own, bytes);
    const others = [...this.keys.values()].filter((key) => key !== own);
    const vouchers: KeySignature[] = [];
    for (const key of others) vouchers.push(await signatureOf(key, bytes));
    return { enrolment: { signature, vouchers } };
  }

  /** Events as the phone sends them, each after the one before. */
  async sign(employeeId: string, events: readonly FieldEvent[], age: AppAge = 'now'): Promise<FieldEvent[]> {
    const key = await this.#keyOf(employeeId);
    const signed: FieldEvent[] = [];
    for (const { proof: _proof, ...event } of events) {
      const salt = age === 'now' ? undefined : null;
      const { proof, end } = await signEvent(key.keys, event, key.end, salt);
      key.end = end;
      signed.push({ ...event, proof });
    }
    return signed;
  }

  /** Body of a report with its proof, by every key of the phone. */
  async report(output: Partial<Pick<DeviceReport, 'waiting' | 'appVersion' | 'cleared' | 'no'>> = {}) {
    this.#reports = output.no ?? this.#reports + 1;
    const { waiting = 0, appVersion, cleared } = output;
    const facts = { deviceId: this.deviceId, waiting, appVersion, cleared };
    const no = this.#reports;
    const bytes = reportBytes({ ...facts, company: this.#tenant.slug, no });
    const signatures: KeySignature[] = [];
    for (const key of this.keys.values()) signatures.push(await signatureOf(key, bytes));
    return { ...facts, proof: { no, signatures } };
  }
}
