// What the phone signs of itself with the keys of its guards, so that the office can believe it (decision 0016).
import {
  type DeviceReport,
  enrolmentBytes,
  type KeySignature,
  reportBytes,
  reportSignaturesMax,
  vouchersMax,
} from '@watchpost/domain/evidence/device-statements';
import { signBytes } from '@watchpost/domain/evidence/signatures';
import type { Chain, ChainOwner } from './chains.ts';

type SignedBytes = Parameters<typeof signBytes>[1];

/** Null where the key fails, as it may after the browser lost what it stands for. */
async function signatureBy({ key, keys }: Chain, bytes: SignedBytes): Promise<KeySignature | null> {
  try {
    return { key, signature: await signBytes(keys.privateKey, bytes) };
  } catch {
    return null;
  }
}

async function signaturesBy(chains: readonly Chain[], bytes: SignedBytes): Promise<KeySignature[]> {
  const signed = await Promise.all(chains.map((chain) => signatureBy(chain, bytes)));
  return signed.filter((each) => each !== null);
}

/** Those of the phone's keys that the company may know, of guards who signed in first. */
export function chainsOf(
  chains: readonly Chain[],
  { company, deviceId }: Pick<ChainOwner, 'company' | 'deviceId'>,
): Chain[] {
  const own = chains.filter((chain) => chain.company === company && chain.deviceId === deviceId);
  return [...own.filter(({ owner }) => owner !== null), ...own.filter(({ owner }) => owner === null)];
}

export interface SignedEnrolment {
  readonly signature: string;
  readonly vouchers: readonly KeySignature[];
}

/** That the phone holds the key that it enrols, and that it is the phone of its other keys; null where the key fails. */
export async function signEnrolment(
  own: Chain,
  { company, employeeId, deviceId }: ChainOwner,
  chains: readonly Chain[],
): Promise<SignedEnrolment | null> {
  const bytes = enrolmentBytes({ company, employeeId, deviceId, publicKey: own.publicKey });
  const signed = await signatureBy(own, bytes);
  if (signed === null) return null;
  const others = chainsOf(chains, { company, deviceId }).filter(({ key }) => key !== own.key);
  return { signature: signed.signature, vouchers: await signaturesBy(others.slice(0, vouchersMax), bytes) };
}

export interface ReportProof {
  readonly no: number;
  readonly signatures: readonly KeySignature[];
}

/** Null where no key signs. */
export async function signReport(
  report: DeviceReport,
  chains: readonly Chain[],
): Promise<ReportProof | null> {
  const own = chainsOf(chains, report).slice(0, reportSignaturesMax);
  const signatures = await signaturesBy(own, reportBytes(report));
  return signatures.length === 0 ? null : { no: report.no, signatures };
}
