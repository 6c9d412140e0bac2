// Where a scan counts, and what is to be checked about it: by place, by the way it was made, and by its code.
import { isMethodAllowed, isWeakPosition } from '@watchpost/domain/checkpoint-methods';
import { distanceMetres, knownPosition } from '@watchpost/domain/geo';
import type { TrustFlag } from '@watchpost/domain/trust';
import { type ExpectedPosition, flagsOfScan } from '@watchpost/domain/trust-of-scan';
import type { TrustSettings } from '@watchpost/domain/trust-thresholds';
import type { CodeJudge, ScanCode } from '../../records/checkpoint-codes/judge-code.ts';
import type { Checkpoint, JudgedScan, SentScan } from './field-state.ts';

export interface ScanContext {
  readonly codes: CodeJudge;
  readonly trust: TrustSettings;
  /** The checkpoint that has a tag, as far as it is loaded. */
  readonly ownerOfTag: (nfcTagId: string) => string | null;
  /** As the round plans it, or as it is. */
  readonly expectedOf: (checkpoint: Checkpoint) => ExpectedPosition;
  /** A checkpoint that is loaded and at which the guard may scan, and what is to be checked about that; else null. */
  readonly allowed: (
    id: string,
  ) => { readonly checkpoint: Checkpoint; readonly flags: readonly TrustFlag[] } | null;
}

/**
 * A code counts at the checkpoint whose code it is. Where that is another than the scan names the scan counts there, if the
 * guard may scan there, and nowhere else: of several, or of one that is not the guard's, at none.
 */
export function judgeScan(
  sent: SentScan,
  claimed: Checkpoint,
  postingFlags: readonly TrustFlag[],
  context: ScanContext,
): JudgedScan {
  const code = codeAt(sent, claimed, context);
  const isOfOther = code.flags.includes('wrongCode');
  const owners = isOfOther ? code.owners.flatMap((id) => context.allowed(id) ?? []) : [];
  const [owner] = owners;
  if (owner !== undefined && owners.length === 1) {
    const there = codeAt(sent, owner.checkpoint, context);
    const flags = [...postingFlags, ...owner.flags, 'wrongCode' as const];
    const judged = judgedAt(sent, owner.checkpoint, there, flags, context);
    return { ...judged, owners: code.owners };
  }
  const judged = judgedAt(sent, claimed, code, postingFlags, context);
  return isOfOther ? { ...judged, checkpointId: null } : judged;
}

function codeAt(sent: SentScan, { id, nfcTagId }: Checkpoint, context: ScanContext): ScanCode {
  const { method, code } = sent.event;
  const scan = { method, checkpointId: id, ...timeOfCode(sent), code };
  return context.codes.judge(scan, { nfcTagId, ownerOf: context.ownerOfTag });
}

/** What still is of a clock's error that is taken for none counts for codes which change all the time. */
const timeOfCode = ({ atMs, happenedAtMs }: SentScan) => ({
  deviceAtMs: atMs,
  clockSkewMs: atMs - happenedAtMs,
});

function judgedAt(
  sent: SentScan,
  checkpoint: Checkpoint,
  { flags: codeFlags, owners, shownStep }: ScanCode,
  moreFlags: readonly TrustFlag[],
  { trust, expectedOf }: ScanContext,
): JudgedScan {
  const { event, clockSkewMs, proofFlags } = sent;
  const { method } = event;
  const position = knownPosition(event.position);
  const expected = expectedOf(checkpoint);
  const accuracyMetres = position?.accuracyMetres ?? null;
  const flags = new Set<TrustFlag>([
    ...flagsOfScan({ method, position, accuracyMetres, clockSkewMs }, expected, trust),
    ...methodFlags(sent, checkpoint, expected.radiusMetres, trust),
    ...codeFlags,
    ...proofFlags,
    ...moreFlags,
  ]);
  return {
    sent,
    checkpointId: checkpoint.id,
    siteId: checkpoint.siteId,
    flags: [...flags],
    distanceMetres: position === null ? null : distanceMetres(position, expected),
    shownStep,
    owners,
  };
}

/** By the ways that counted when the scan was made: a phone cannot know of a change that came later. */
function methodFlags(
  { event, happenedAtMs }: SentScan,
  checkpoint: Checkpoint,
  radiusMetres: number,
  trust: TrustSettings,
): TrustFlag[] {
  const { method, dwellMs = null } = event;
  const evidence = { accuracyMetres: knownPosition(event.position)?.accuracyMetres ?? null, dwellMs };
  return [
    ...(isMethodAllowed(event, checkpoint, happenedAtMs) ? [] : ['methodNotAllowed' as const]),
    ...(method === 'position' && isWeakPosition(evidence, radiusMetres, trust)
      ? ['weakPosition' as const]
      : []),
  ];
}
