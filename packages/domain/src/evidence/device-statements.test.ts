import { describe, expect, it, test } from 'vitest';
import {
  type DeviceReport,
  type Enrolment,
  enrolmentBytes,
  reportBytes,
  signerOf,
} from './device-statements.ts';
import { toHex } from './byte-text.ts';
import { keyAlgorithm, keyIdOf, publicKeyOf, signBytes } from './signatures.ts';

const enrolment: Enrolment = {
  company: 'acme',
  employeeId: 'EMP001',
  deviceId: '01890000-0000-7000-8000-000000000001',
  publicKey: `04${'ab'.repeat(64)}`,
};
const report: DeviceReport = { company: 'acme', deviceId: enrolment.deviceId, no: 3, waiting: 2 };

async function made() {
  const keys = await crypto.subtle.generateKey(keyAlgorithm, false, ['sign', 'verify']);
  return { keys, publicKey: await publicKeyOf(keys.publicKey) };
}

describe('what a phone signs of itself', () => {
  it.each<[string, Partial<Enrolment>]>([
    ['company', { company: 'other' }],
    ['guard', { employeeId: 'EMP002' }],
    ['phone', { deviceId: '01890000-0000-7000-8000-000000000002' }],
    ['key', { publicKey: `04${'cd'.repeat(64)}` }],
  ])('[TRUTH-09] is of one %s alone', (_what, change) => {
    expect(toHex(enrolmentBytes({ ...enrolment, ...change }))).not.toBe(toHex(enrolmentBytes(enrolment)));
  });

  it('is the same however the guard typed the employee id', () => {
    const typed = enrolmentBytes({ ...enrolment, employeeId: ' emp001 ' });
    expect(toHex(typed)).toBe(toHex(enrolmentBytes(enrolment)));
  });

  it.each<[string, Partial<DeviceReport>]>([
    ['company', { company: 'other' }],
    ['phone', { deviceId: '01890000-0000-7000-8000-000000000002' }],
    ['number', { no: 4 }],
    ['count', { waiting: 0 }],
    ['version', { appVersion: 'B7' }],
    ['wipe', { cleared: { lost: 0 } }],
  ])('[TRUTH-09] reports one %s alone', (_what, change) => {
    expect(toHex(reportBytes({ ...report, ...change }))).not.toBe(toHex(reportBytes(report)));
  });
});

test('[TRUTH-09] a signature counts of a key that was asked for, over those bytes', async () => {
  const [own, other] = [await made(), await made()];
  const bytes = reportBytes(report);
  const signature = await signBytes(own.keys.privateKey, bytes);
  const signed = { key: keyIdOf(own.publicKey), signature };
  expect(await signerOf(bytes, [signed], [other.publicKey, own.publicKey])).toBe(own.publicKey);
  expect(await signerOf(bytes, [signed], [other.publicKey])).toBeNull();
  expect(await signerOf(reportBytes({ ...report, no: 4 }), [signed], [own.publicKey])).toBeNull();
  expect(await signerOf(bytes, [{ ...signed, key: keyIdOf(other.publicKey) }], [other.publicKey])).toBeNull();
  expect(await signerOf(bytes, [], [own.publicKey])).toBeNull();
});
