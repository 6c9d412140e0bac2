// What a phone signs besides events: that it holds the key which it enrols, and what it reports of itself (decision 0016).
import { bytesOf, type Bytes } from './byte-text.ts';
import { canonicalJson } from './canonical-json.ts';
import { isSignedBy, keyIdOf } from './signatures.ts';

/** Head the texts that are signed, so that none stands for another; another encoding gets another one. */
const enrolmentFormat = 'watchpost enrolment 1';
const reportFormat = 'watchpost device report 1';

export interface Enrolment {
  /** Slug of the tenant. */
  readonly company: string;
  /** As it was typed, whatever its case. */
  readonly employeeId: string;
  readonly deviceId: string;
  /** The key that is enrolled. */
  readonly publicKey: string;
}

/**
 * Signed by the key itself, which proves that the phone holds it, and by the phone's other keys, which proves that it is the
 * same phone. Names no time: who repeats it enrols the same key of the same guard on the same phone again.
 */
export function enrolmentBytes({ company, employeeId, deviceId, publicKey }: Enrolment): Bytes {
  const typed = employeeId.trim().toLowerCase();
  return bytesOf(canonicalJson({ format: enrolmentFormat, company, employeeId: typed, deviceId, publicKey }));
}

export interface DeviceReport {
  /** Slug of the tenant. */
  readonly company: string;
  readonly deviceId: string;
  /** Counts the reports of the phone to the company: of two, the one with the lower number is a repetition. */
  readonly no: number;
  /** Records that have not arrived. */
  readonly waiting: number;
  readonly appVersion?: string | undefined;
  /** After the phone has wiped itself: how many of the records that it deleted had not arrived. */
  readonly cleared?: { readonly lost: number } | undefined;
}

export function reportBytes({ company, deviceId, no, waiting, appVersion, cleared }: DeviceReport): Bytes {
  const statement = { waiting, appVersion: appVersion ?? null, lost: cleared?.lost ?? null };
  return bytesOf(canonicalJson({ format: reportFormat, company, deviceId, no, ...statement }));
}

export const reportNumberMax = Number.MAX_SAFE_INTEGER;
/** Guards share phones, and each has a key there; further keys of a phone say nothing new. */
export const vouchersMax = 32;
export const reportSignaturesMax = 8;

export interface KeySignature {
  /** See keyIdOf(). */
  readonly key: string;
  readonly signature: string;
}

/** The first of the public keys that signed the bytes; null for none. */
export async function signerOf(
  bytes: Bytes,
  signatures: readonly KeySignature[],
  publicKeys: readonly string[],
): Promise<string | null> {
  for (const publicKey of publicKeys) {
    const id = keyIdOf(publicKey);
    for (const { key, signature } of signatures) {
      if (key === id && (await isSignedBy(publicKey, signature, bytes))) return publicKey;
    }
  }
  return null;
}
