// What an evidence file proves, and what in it does not hold: without any server, for the page and the command alike.
import { hashOrNull } from './byte-text.ts';
import { type BundleRecord, bundleBytes, type EvidenceBundle } from './bundle.ts';
import {
  type ChainBreak,
  type ChainLink,
  eventBytes,
  firstBreak,
  isSignedEvent,
  linkHash,
} from './device-chain.ts';
import type { Fault, FaultKind } from './faults.ts';
import { type EntryEvent, entryBytes, eventOfEntry, textOf } from './log-entry.ts';
import { leafHash, provesConsistency, provesInclusion } from './merkle-tree.ts';
import { sha256 } from './sha256.ts';
import { isSignedBy, keyIdOf, publicKeyPattern } from './signatures.ts';
import { isSignedHead } from './tree-head.ts';
import { roundFaults } from './verify-rounds.ts';

export interface BundleVerdict {
  readonly faults: readonly Fault[];
  readonly records: number;
  /** Those that lie in the log under the head. */
  readonly sealed: number;
  readonly events: number;
  /** Events whose phone's signature holds. */
  readonly signed: number;
  /** Fingerprints of the log's keys: what is to be compared with what the operator published. */
  readonly keys: readonly string[];
}

/** Between what the server says of neighbouring leaves; milliseconds. */
const toleranceMs = 120_000;

export async function verifyBundle(bundle: EvidenceBundle): Promise<BundleVerdict> {
  const events = bundle.records.flatMap((record) => {
    const event = eventOfEntry(record.entry);
    return event === null ? [] : [{ record, event }];
  });
  const devices = await checkDevices(bundle, events);
  return {
    faults: [
      ...(await sealFaults(bundle)),
      ...bundle.records.flatMap((record) => recordFaults(bundle, record)),
      ...orderFaults(bundle.records),
      ...devices.faults,
      ...roundFaults(bundle),
    ],
    records: bundle.records.length,
    sealed: bundle.records.filter(({ leaf }) => leaf !== null).length,
    events: events.length,
    signed: devices.signed,
    keys: bundle.publicKeys.filter((key) => publicKeyPattern.test(key)).map(keyIdOf),
  };
}

const fault = (kind: FaultKind, subject: string, id = '', field: string | null = null): Fault => ({
  kind,
  subject,
  id,
  field,
});

async function sealFaults(bundle: EvidenceBundle): Promise<Fault[]> {
  const keys = bundle.publicKeys.filter((key) => publicKeyPattern.test(key));
  const { head, earlier, seal } = bundle;
  const sealing = keys.find((key) => keyIdOf(key) === seal.key);
  const isSealed =
    keys.length === bundle.publicKeys.length &&
    sealing !== undefined &&
    (await isSignedBy(sealing, seal.signature, bundleBytes(bundle)));
  const path = earlier.path.flatMap((hash) => hashOrNull(hash) ?? []);
  const roots = [earlier.head.root, head.root].map((hash) => hashOrNull(hash) ?? new Uint8Array());
  const [earlierRoot = new Uint8Array(), laterRoot = new Uint8Array()] = roots;
  const isGrown =
    earlier.head.logId === head.logId &&
    provesConsistency(sha256, {
      earlier: earlier.head.size,
      later: head.size,
      earlierRoot,
      laterRoot,
      path: path.length === earlier.path.length ? path : [],
    });
  return [
    ...(isSealed ? [] : [fault('altered', 'file')]),
    ...((await isSignedHead(head, keys)) ? [] : [fault('forged', 'head')]),
    ...((await isSignedHead(earlier.head, keys)) ? [] : [fault('forged', 'earlier')]),
    ...(isGrown ? [] : [fault('altered', 'earlier')]),
  ];
}

function recordFaults({ head }: EvidenceBundle, { entry, leaf, path }: BundleRecord): Fault[] {
  if (entry.row === null) return [fault('removed', entry.table, entry.id)];
  if (leaf === null) return [];
  const hashes = path.flatMap((hash) => hashOrNull(hash) ?? []);
  const root = hashOrNull(head.root);
  const isThere =
    root !== null &&
    hashes.length === path.length &&
    provesInclusion(sha256, {
      leaf,
      size: head.size,
      leafHash: leafHash(sha256, entryBytes(entry)),
      path: hashes,
      root,
    });
  return isThere ? [] : [fault('altered', entry.table, entry.id)];
}

/** Each leaf once, and in the order in which the server took them. */
function orderFaults(records: readonly BundleRecord[]): Fault[] {
  const faults: Fault[] = [];
  const seen = new Set<string>();
  let latestMs = 0;
  const sealed = records.filter(({ leaf }) => leaf !== null);
  for (const { entry, leaf } of sealed.toSorted((a, b) => (a.leaf ?? 0) - (b.leaf ?? 0))) {
    const names = [`leaf ${leaf}`, `${entry.table} ${entry.id}`];
    if (names.some((name) => seen.has(name))) faults.push(fault('inserted', entry.table, entry.id));
    for (const name of names) seen.add(name);
    const takenAtMs = eventOfEntry(entry)?.receivedAtMs ?? Number.NaN;
    if (takenAtMs < latestMs - toleranceMs) {
      faults.push(fault('backdated', entry.table, entry.id, 'received_at_ms'));
    }
    if (takenAtMs > latestMs) latestMs = takenAtMs;
  }
  return faults;
}

interface SentRecord {
  readonly record: BundleRecord;
  readonly event: EntryEvent;
}

interface Device {
  readonly publicKey: string;
  readonly enrolledAtMs: number;
}

function devicesOf(bundle: EvidenceBundle): Map<string, Device> {
  return new Map(
    bundle.records.flatMap(({ entry: { table, row } }) => {
      if (table !== 'device_keys' || row === null) return [];
      const device = { publicKey: textOf(row, 'public_key'), enrolledAtMs: Number(row['enrolled_at_ms']) };
      const name = ['key', 'guard_id', 'device_id'].map((column) => textOf(row, column)).join(' ');
      return [[name, device] as const];
    }),
  );
}

async function checkDevices(
  bundle: EvidenceBundle,
  events: readonly SentRecord[],
): Promise<{ faults: Fault[]; signed: number }> {
  const devices = devicesOf(bundle);
  const chains = new Map<string, { link: ChainLink; table: string }[]>();
  for (const { record, event } of events) {
    const { proof, guardId, deviceId, clockSkewMs } = event;
    if (proof === null) continue;
    const name = `${proof.key} ${guardId} ${deviceId}`;
    const publicKey = devices.get(name)?.publicKey ?? '';
    const link = {
      id: record.entry.id,
      seq: proof.seq,
      previous: proof.previous,
      hash: linkHash(eventBytes(event.event, proof)),
      isSigned: await isSignedEvent(publicKey, event.event, proof),
      deviceAtMs: event.event.deviceAtMs,
      clockSkewMs,
    };
    chains.set(name, [...(chains.get(name) ?? []), { link, table: record.entry.table }]);
  }
  const faults: Fault[] = [];
  let signed = 0;
  for (const [name, links] of chains) {
    const sorted = links.map(({ link }) => link).toSorted((a, b) => a.seq - b.seq);
    signed += sorted.filter(({ isSigned }) => isSigned).length;
    const enrolledAtMs = devices.get(name)?.enrolledAtMs ?? 0;
    for (const broken of breaksOf(sorted, enrolledAtMs)) {
      const table = links.find(({ link }) => link.id === broken.id)?.table ?? '';
      faults.push(fault(broken.fault, table, broken.id));
    }
  }
  return { faults, signed };
}

/** Every signature that does not hold, and the first place where those that hold do not follow each other. */
function breaksOf(links: readonly ChainLink[], enrolledAtMs: number): ChainBreak[] {
  const altered = links.filter(({ isSigned }) => !isSigned);
  // A file holds some of a phone's events only: what is missing in between may belong to other rounds.
  const first = firstBreak(
    links.filter(({ isSigned }) => isSigned),
    { enrolledAtMs, isPart: true },
  );
  const named = altered.map(({ id, seq }): ChainBreak => ({ id, seq, fault: 'altered' }));
  return first === null ? named : [...named, first];
}
