// What the field's bookkeeping reads and writes, apart from how it is stored.
import type { FieldEvent } from '@watchpost/contract/field';
import type { MethodSetting } from '@watchpost/domain/checkpoint-methods';
import type { Question } from '@watchpost/domain/checkpoint-questions';
import type { FieldTime } from '@watchpost/domain/device-clock';
import type { PastPosting } from '@watchpost/domain/postings';
import type { PlannedCheckpoint, RoundFacts } from '@watchpost/domain/round-facts';
import type { TrustFlag } from '@watchpost/domain/trust';
import type { TrustSettings } from '@watchpost/domain/trust-thresholds';
import type { CodeBook } from '../../records/checkpoint-codes/judge-code.ts';

type Kind = FieldEvent['kind'];
export type EventOf<K extends Kind> = Extract<FieldEvent, { kind: K }>;

/** An event as it reached the server, with its time by what the server knows of the device's clock. */
export interface SentEvent<E extends FieldEvent = FieldEvent> extends FieldTime {
  readonly event: E;
  readonly guardId: string;
  readonly deviceId: string;
  readonly receivedAtMs: number;
  /** See event-body.ts. */
  readonly bodyHash: string;
  /** About its signature, its phone and its time. */
  readonly proofFlags: readonly TrustFlag[];
}

export type SentScan = SentEvent<EventOf<'checkpointScanned'>>;
export type SentOther = SentEvent<Exclude<FieldEvent, { kind: 'checkpointScanned' }>>;

export interface JudgedScan {
  readonly sent: SentScan;
  /** Where it counts: the checkpoint whose code it is, which may be another than it names; null for none. */
  readonly checkpointId: string | null;
  /** Of that checkpoint, or of the one that it names. */
  readonly siteId: string;
  readonly distanceMetres: number | null;
  readonly flags: readonly TrustFlag[];
  /** See shownStepOf(); null unless a screen of ours made its code. */
  readonly shownStep: number | null;
  /** See CodeJudgement. */
  readonly owners: readonly string[];
}

/** The record that took an event's id. */
export interface StoredRecord {
  readonly id: string;
  readonly guardId: string;
  readonly bodyHash: string;
  readonly receivedAtMs: number;
  readonly flags: TrustFlag[];
  /** Of a scan that does not count at the checkpoint that it names. */
  readonly elsewhere: { readonly checkpointId: string | null } | null;
}

export interface Round extends RoundFacts {
  readonly id: string;
  readonly siteId: string;
  readonly guardId: string;
  readonly deviceId: string;
  /** Null while the start has not arrived. */
  readonly routeVersionId: string | null;
}

export interface Duty {
  readonly id: string;
  readonly guardId: string;
  /** Null, like the start, while only the end is known. */
  readonly siteId: string | null;
  readonly startedAtMs: number | null;
  readonly endedAtMs: number | null;
  readonly isClosedBySystem: boolean;
}

export interface RouteVersion {
  readonly id: string;
  readonly siteId: string;
  readonly checkpoints: readonly PlannedCheckpoint[];
}

export interface Checkpoint extends MethodSetting {
  readonly id: string;
  readonly siteId: string;
  readonly latitude: number;
  readonly longitude: number;
  readonly radiusMetres: number;
  readonly nfcTagId: string | null;
}

/** A scan of a round whose start is not known. */
export interface WaitingScan {
  readonly id: string;
  readonly roundId: string;
  readonly guardId: string;
  readonly deviceId: string;
  /** Null where it counts at none. */
  readonly checkpointId: string | null;
  readonly siteId: string;
  /** By which everything goes, as it is stored. */
  readonly deviceAtMs: number;
}

/** An end of a round whose start is not known. */
export interface WaitingEnd {
  readonly id: string;
  readonly roundId: string;
  readonly guardId: string;
  /** By which everything goes, as it is stored. */
  readonly deviceAtMs: number;
}

/** What answers, post orders read and notes name, of what the tenant has. */
export interface PostState {
  /** Version of questions -> its checkpoint. */
  readonly questions: ReadonlyMap<
    string,
    { readonly checkpointId: string; readonly questions: readonly Question[] }
  >;
  /** Version of post orders, or handover note -> its site. */
  readonly sites: ReadonlyMap<string, string>;
}

export const noPostState: PostState = { questions: new Map(), sites: new Map() };

/** Everything stored that may bear on a group of events; maps are keyed by id. */
export interface FieldState {
  /** The sites of each guard who sent. */
  readonly sitesOf: ReadonlyMap<string, ReadonlySet<string>>;
  /** By guard, for guards of whom something would be refused otherwise; else not looked for. */
  readonly pastPostings?: ReadonlyMap<string, readonly PastPosting[]>;
  readonly records: ReadonlyMap<string, StoredRecord>;
  readonly rounds: ReadonlyMap<string, Round>;
  readonly duties: ReadonlyMap<string, Duty>;
  readonly checkpoints: ReadonlyMap<string, Checkpoint>;
  /** Versions of the known rounds and of the starts that were sent. */
  readonly versions: ReadonlyMap<string, RouteVersion>;
  readonly codes: CodeBook;
  /** In force now. */
  readonly trust: TrustSettings;
  readonly posts: PostState;
  /** Round -> which of the checkpoints that were sent are scanned already. */
  readonly scanned: ReadonlyMap<string, ReadonlySet<string>>;
  /** By round, for rounds without a start. */
  readonly waitingScans: ReadonlyMap<string, readonly WaitingScan[]>;
  readonly waitingEnds: ReadonlyMap<string, readonly WaitingEnd[]>;
}
