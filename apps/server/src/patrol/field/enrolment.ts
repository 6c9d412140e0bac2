// Whose phone it is that signs in: what its keys say of it, and of the key that it brings (decision 0016).
import { enrolmentBytes, type KeySignature, signerOf } from '@watchpost/domain/evidence/device-statements';
import { keyIdOf } from '@watchpost/domain/evidence/signatures';
import type { GuardScope } from '../../platform/access/caller.ts';
import { enrolDeviceKey, type KeyRecord } from './device-keys.queries.ts';

export interface KeyClaim {
  readonly publicKey: string;
  /** Undefined of an app of before, which signs nothing at sign-in. */
  readonly enrolment: { readonly signature: string; readonly vouchers: readonly KeySignature[] } | undefined;
  /** Slug of the tenant. */
  readonly company: string;
  /** As it was typed. */
  readonly employeeId: string;
}

export interface DeviceProof {
  /** The phone signed with the key that it brings. */
  readonly isProved: boolean;
  /** A key that the phone holds signed: it is that phone. */
  readonly isHere: boolean;
  /** The phone has keys, and none of them signed: anyone who signs in says to have it, and knows its id. */
  readonly isClaim: boolean;
  /** The key that it brings may be taken as one of the phone's. */
  readonly isVouched: boolean;
}

/** What the keys of the phone say of the person who signs in with it. */
export async function deviceProofOf(
  { living, isOfOthers, wasOwn }: KeyRecord,
  claim: KeyClaim | null,
  deviceId: string,
): Promise<DeviceProof> {
  const isKnown = living.length > 0;
  const { isProved, isHere } = await signedBy(living, claim, deviceId);
  // The first key of a phone is its own, unless another guard had the phone before there were any.
  const isVouched = isKnown ? isHere : !isOfOthers || wasOwn;
  return { isProved, isHere, isClaim: isKnown && !isHere, isVouched };
}

async function signedBy(living: readonly string[], claim: KeyClaim | null, deviceId: string) {
  if (claim?.enrolment === undefined) return { isProved: false, isHere: false };
  const { publicKey, enrolment, company, employeeId } = claim;
  const bytes = enrolmentBytes({ company, employeeId, deviceId, publicKey });
  const own = { key: keyIdOf(publicKey), signature: enrolment.signature };
  return {
    isProved: (await signerOf(bytes, [own], [publicKey])) !== null,
    isHere: (await signerOf(bytes, [own, ...enrolment.vouchers], living)) !== null,
  };
}

/** Whether the phone signed with the key that it brings. */
export async function hasProvedKey(claim: KeyClaim | null, deviceId: string): Promise<boolean> {
  return (await signedBy([], claim, deviceId)).isProved;
}

/** The key, once it is enrolled; null for one that is another's and was not proved. */
export async function enrol(
  scope: GuardScope,
  publicKey: string,
  { isProved, isVouched }: DeviceProof,
): Promise<string | null> {
  return (await enrolDeviceKey(scope, { publicKey, isProved, isVouched })) ? publicKey : null;
}
