// What a phone signs of itself is what the office checks, by the keys that are on the phone.
import {
  enrolmentBytes,
  reportBytes,
  reportSignaturesMax,
  signerOf,
} from '@watchpost/domain/evidence/device-statements';
import { expect, test } from 'vitest';
import { type Chain, makeChain } from './chains.ts';
import { signEnrolment, signReport } from './statements.ts';

const phone = { company: 'acme', deviceId: '01890000-0000-7000-8000-000000000001' };

async function chainOfGuard(
  employeeId: string,
  company = 'acme',
  owner: string | null = null,
): Promise<Chain> {
  const chain = await makeChain({ ...phone, company, employeeId });
  if (chain === null) throw new Error('no key');
  return { ...chain, owner };
}

/** A key that the browser keeps and that no longer signs. */
const broken = (chain: Chain): Chain => ({
  ...chain,
  keys: { ...chain.keys, privateKey: chain.keys.publicKey },
});

test('[TRUTH-09] a new key is signed for by itself and by the phone’s other keys of the company alone', async () => {
  const [own, other, elsewhere] = [
    await chainOfGuard('EMP001'),
    await chainOfGuard('EMP002'),
    await chainOfGuard('EMP003', 'else'),
  ];
  const owner = { ...phone, employeeId: 'EMP001' };
  const signed = await signEnrolment(own, owner, [
    own,
    broken(await chainOfGuard('EMP004')),
    other,
    elsewhere,
  ]);
  const bytes = enrolmentBytes({ ...owner, publicKey: own.publicKey });
  const { signature = '', vouchers = [] } = signed ?? {};
  expect(await signerOf(bytes, [{ key: own.key, signature }], [own.publicKey])).toBe(own.publicKey);
  expect(vouchers.map(({ key }) => key)).toEqual([other.key]);
  expect(await signerOf(bytes, vouchers, [other.publicKey])).toBe(other.publicKey);
});

test('a key that fails proves nothing, and a guard signs in all the same', async () => {
  const own = broken(await chainOfGuard('EMP001'));
  expect(await signEnrolment(own, { ...phone, employeeId: 'EMP001' }, [own])).toBeNull();
  expect(await signReport({ ...phone, no: 1, waiting: 0 }, [own])).toBeNull();
});

test('[TRUTH-09] a report is signed by the phone’s keys, of guards who were let in first', async () => {
  const tried = await Promise.all(Array.from({ length: 9 }, (_, at) => chainOfGuard(`TRY${at}`)));
  const own = await chainOfGuard('EMP001', 'acme', 'acme/guard');
  const report = { ...phone, no: 4, waiting: 2 };
  const { no, signatures = [] } = (await signReport(report, [...tried, own])) ?? {};
  expect([no, signatures.length]).toEqual([4, reportSignaturesMax]);
  expect(await signerOf(reportBytes(report), signatures, [own.publicKey])).toBe(own.publicKey);
});
