// What becomes of what a phone reports of itself: believed with a signature of its keys alone (decision 0016).
import { officeCommandFor, type OfficeCommand } from '@watchpost/domain/devices';
import { type KeySignature, reportBytes, signerOf } from '@watchpost/domain/evidence/device-statements';
import type { SiteScope, Tenant } from '../../platform/access/caller.ts';
import type { AuditOrigin } from '../../platform/audit/audit-origin.ts';
import {
  findReporting,
  noteClaimedWipe,
  noteReport,
  noteWipe,
  type ReportingDevice,
} from './device-reports.queries.ts';

interface Said {
  readonly deviceId: string;
  readonly appVersion?: string | undefined;
  readonly waiting: number;
  readonly cleared?: { readonly lost: number } | undefined;
  readonly proof?: { readonly no: number; readonly signatures: readonly KeySignature[] } | undefined;
}

interface Reception {
  readonly tenant: Tenant;
  readonly db: SiteScope['db'];
  readonly origin: AuditOrigin;
  /** Counts what comes from an address without a proof; throws slowDown. */
  readonly countUnproved: () => Promise<void>;
}

/** A report that may be believed bears its number; null for any other. */
async function provedNumber(
  { slug }: Tenant,
  { proof, ...said }: Said,
  { living, reportNo }: ReportingDevice,
): Promise<number | null> {
  if (proof === undefined || proof.no <= (reportNo ?? 0)) return null;
  const bytes = reportBytes({ ...said, company: slug, no: proof.no });
  return (await signerOf(bytes, proof.signatures, living)) === null ? null : proof.no;
}

/**
 * What a phone hears after it reported: the same whether it was believed, and for a phone that no one knows as for one in use.
 * Throws slowDown for an address that sends more reports without a proof than its phones could.
 */
export async function answerDevice(reception: Reception, said: Said): Promise<OfficeCommand> {
  const { db, tenant } = reception;
  const device = await findReporting(db, tenant.id, said.deviceId);
  const no = device === null ? null : await provedNumber(tenant, said, device);
  if (no === null) await reception.countUnproved();
  if (device === null) return officeCommandFor('active');
  const isWiped = await take(reception, device, said, no);
  return officeCommandFor(isWiped ? 'wiped' : device.status);
}

/** Whether the phone that was to wipe itself says that it has. */
async function take(
  { db, tenant, origin }: Reception,
  { status, reportNo, hasHadKey }: ReportingDevice,
  { deviceId, appVersion, waiting, cleared }: Said,
  no: number | null,
): Promise<boolean> {
  const nowMs = Date.now();
  // No one can prove anything of a phone that never had a key: it is taken at its word, which is shown as that.
  const isHeard = no !== null || !hasHadKey;
  const isWiped = cleared !== undefined && status === 'wipeAsked';
  if (isWiped) {
    const wipe = { deviceId, lost: cleared.lost, nowMs };
    if (isHeard) await noteWipe(db, tenant.id, { ...wipe, no }, origin);
    else await noteClaimedWipe(db, tenant.id, wipe);
  }
  // What was proved once is not overwritten by what is not.
  const isTaken = isHeard || reportNo === null;
  if (isTaken && !(isWiped && isHeard)) {
    await noteReport(db, tenant.id, { deviceId, appVersion, waiting, nowMs, no, isHeard });
  }
  return isWiped;
}
