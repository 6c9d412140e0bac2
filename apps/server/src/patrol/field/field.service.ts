// Judges events against what is stored and says what to write: pure, so that every order of arrival can be tried.
import type { FieldEvent, Receipt, Refusal } from '@watchpost/contract/field';
import { errorCodes } from '@watchpost/contract/error-codes';
import type { PlannedCheckpoint } from '@watchpost/domain/round-facts';
import { roundStatus } from '@watchpost/domain/round-status';
import { lateFlagsOf } from '@watchpost/domain/sent-late';
import { laterFlags } from '@watchpost/domain/trust';
import { CodeJudge } from '../../records/checkpoint-codes/judge-code.ts';
import { subjectOf } from './event-body.ts';
import type {
  Duty,
  EventOf,
  FieldState,
  JudgedScan,
  Round,
  RouteVersion,
  SentEvent,
  SentOther,
  SentScan,
  StoredRecord,
  WaitingEnd,
  WaitingScan,
} from './field-state.ts';
import { judgeScan, type ScanContext } from './judge-scan.ts';
import { flagsOfPost, type PostEvent } from './post-events.ts';
import { withFlags, flagsOfPosting } from './posting-flags.ts';
import { advanceStarted, foldUnstarted, isSameRound, type RoundBatch } from './round-ledger.ts';

type DutyEvent = EventOf<'dutyStarted'> | EventOf<'dutyEnded'>;

/** A duty's row after one more of its events, in any order; of several ends the earliest counts. */
function advanceDuty(
  id: string,
  duty: Duty | undefined,
  { event, guardId, atMs }: SentEvent<DutyEvent>,
): Duty {
  const before: Duty = duty ?? {
    id,
    guardId,
    siteId: null,
    startedAtMs: null,
    endedAtMs: null,
    isClosedBySystem: false,
  };
  if (event.kind === 'dutyStarted') {
    return { ...before, siteId: event.siteId, startedAtMs: atMs };
  }
  // The guard's own word stands over the system's guess.
  const isEarlier = before.endedAtMs === null || before.isClosedBySystem || atMs < before.endedAtMs;
  return isEarlier ? { ...before, endedAtMs: atMs, isClosedBySystem: false } : before;
}

export type Verdict = Receipt | Refusal;

export interface Decision {
  /** One for each event, in their order. */
  readonly verdicts: readonly Verdict[];
  readonly scans: readonly JudgedScan[];
  readonly others: readonly SentOther[];
  readonly newRounds: readonly Round[];
  readonly changedRounds: readonly Round[];
  /** Those of the rounds that these events ended incompleted: each round is among them once at most. */
  readonly fallenShort: readonly Round[];
  /** Those whose route became known or whose status changed. */
  readonly moved: readonly Round[];
  /** New and changed ones, whole. */
  readonly duties: readonly Duty[];
}

export function isRefusal(verdict: Verdict): verdict is Refusal {
  return 'code' in verdict;
}

/**
 * Each event is judged by itself, in the order given, as if those before it were stored. A repeat gets the receipt
 * of the record that it repeats; an id that stands for anything else, or names anything that is not the guard's, is
 * refused without telling more.
 */
export function decide(state: FieldState, sent: readonly SentEvent[]): Decision {
  const ledger = new Ledger(state);
  const verdicts = sent.map((one) => ledger.judge(one));
  return { verdicts, ...ledger.close() };
}

type Taken = Pick<StoredRecord, 'flags' | 'elsewhere'>;
const plainlyTaken: Taken = { flags: [], elsewhere: null };

interface OpenBatch {
  start: RoundBatch['start'];
  plan: RouteVersion | null;
  readonly scans: WaitingScan[];
  readonly ends: WaitingEnd[];
}

/** The stored state plus what was judged so far. */
class Ledger {
  readonly #state: FieldState;
  readonly #records: Map<string, StoredRecord>;
  readonly #duties: Map<string, Duty>;
  readonly #touchedDuties = new Set<string>();
  /** Round -> guard: anyone who first scans or starts a round has it. */
  readonly #owners: Map<string, string>;
  readonly #batch = new Map<string, OpenBatch>();
  readonly #scans: JudgedScan[] = [];
  readonly #others: SentOther[] = [];
  readonly #codes: CodeJudge;
  /** Tag -> checkpoint. */
  readonly #tags: ReadonlyMap<string, string>;

  constructor(state: FieldState) {
    this.#state = state;
    this.#codes = new CodeJudge(state.codes, state.trust.rotatingCodeMs);
    this.#tags = new Map(
      [...state.checkpoints.values()].flatMap(({ id, nfcTagId }) =>
        nfcTagId === null ? [] : [[nfcTagId, id]],
      ),
    );
    this.#records = new Map(state.records);
    this.#duties = new Map(state.duties);
    this.#owners = new Map([...state.rounds.values()].map((round) => [round.id, round.guardId]));
  }

  judge(sent: SentEvent): Verdict {
    const { guardId, bodyHash, receivedAtMs } = sent;
    const { id } = sent.event;
    const known = this.#records.get(id);
    if (known !== undefined) {
      const isRepeat = known.guardId === guardId && known.bodyHash === bodyHash;
      return isRepeat ? receiptOf(known) : refuse(id, 'idReused');
    }
    const taken = this.#take(withFlags(sent, lateFlagsOf(sent, this.#state.trust)), sent.event);
    if (taken === null) return refuse(id, 'notFound');
    const record = { id, guardId, bodyHash, receivedAtMs, ...taken };
    this.#records.set(id, record);
    return receiptOf(record);
  }

  /** What is said of an event that may be stored, noted to be written; null when something it names is not the guard's. */
  #take(sent: SentEvent, event: FieldEvent): Taken | null {
    switch (event.kind) {
      case 'dutyStarted':
      case 'dutyEnded':
        return this.#takeDuty({ ...sent, event });
      case 'roundStarted':
        return this.#takeStart({ ...sent, event });
      case 'checkpointScanned':
        return this.#takeScan({ ...sent, event });
      case 'roundEnded':
        return this.#takeEnd({ ...sent, event });
      case 'checkpointAnswered':
      case 'ordersAcknowledged':
      case 'handoverNoted':
      case 'handoverRead':
        return this.#takePost({ ...sent, event });
    }
  }

  #takeDuty(sent: SentEvent<EventOf<'dutyStarted'> | EventOf<'dutyEnded'>>): Taken | null {
    const id = subjectOf(sent.event);
    const before = this.#duties.get(id);
    if (before !== undefined && before.guardId !== sent.guardId) return null;
    const isStart = sent.event.kind === 'dutyStarted';
    const flags = isStart ? flagsOfPosting(this.#state, sent, sent.event.siteId) : [];
    if (flags === null) return null;
    const after = advanceDuty(id, before, sent);
    if (after !== before) {
      this.#duties.set(id, after);
      this.#touchedDuties.add(id);
    }
    this.#others.push(withFlags(sent, flags));
    return plainlyTaken;
  }

  #takeStart(sent: SentEvent<EventOf<'roundStarted'>>): Taken | null {
    const plan = this.#state.versions.get(sent.event.routeVersionId);
    const flags = plan === undefined ? null : flagsOfPosting(this.#state, sent, plan.siteId);
    if (plan === undefined || flags === null) return null;
    const batch = this.#batchOf(sent.event.id, sent.guardId, true);
    if (batch === null) return null;
    batch.start = sent;
    batch.plan = plan;
    this.#others.push(withFlags(sent, flags));
    return plainlyTaken;
  }

  #takeScan(sent: SentScan): Taken | null {
    const { event, guardId, deviceId } = sent;
    const claimed = this.#allowedOf(sent, event.checkpointId);
    if (claimed === null) return null;
    const batch = this.#batchOf(event.roundId, guardId, true);
    if (batch === null) return null;
    const judged = judgeScan(sent, claimed.checkpoint, claimed.flags, this.#contextOf(sent));
    const { id, roundId } = event;
    const { checkpointId, siteId, flags } = judged;
    batch.scans.push({ id, roundId, guardId, deviceId, checkpointId, siteId, deviceAtMs: sent.atMs });
    this.#scans.push(judged);
    const isElsewhere = checkpointId !== event.checkpointId;
    return { flags: [...flags], elsewhere: isElsewhere ? { checkpointId } : null };
  }

  #contextOf(sent: SentScan): ScanContext {
    return {
      codes: this.#codes,
      trust: this.#state.trust,
      ownerOfTag: (tag) => this.#tags.get(tag) ?? null,
      expectedOf: (checkpoint) => this.#plannedPoint(sent.event.roundId, checkpoint.id) ?? checkpoint,
      allowed: (id) => this.#allowedOf(sent, id),
    };
  }

  #allowedOf(sent: SentScan, id: string): ReturnType<ScanContext['allowed']> {
    const checkpoint = this.#state.checkpoints.get(id);
    const flags = checkpoint === undefined ? null : flagsOfPosting(this.#state, sent, checkpoint.siteId);
    return checkpoint === undefined || flags === null ? null : { checkpoint, flags };
  }

  #takeEnd(sent: SentEvent<EventOf<'roundEnded'>>): Taken | null {
    const { id, roundId } = sent.event;
    const batch = this.#batchOf(roundId, sent.guardId, false);
    if (batch === null) return null;
    batch.ends.push({ id, roundId, guardId: sent.guardId, deviceAtMs: sent.atMs });
    this.#others.push(sent);
    return plainlyTaken;
  }

  #takePost(sent: SentEvent<PostEvent>): Taken | null {
    const flags = flagsOfPost(sent, { state: this.#state, records: this.#records });
    if (flags === null) return null;
    this.#others.push(withFlags(sent, flags));
    return plainlyTaken;
  }

  /** Where new events of a round gather; null when it is another guard's. An end alone does not claim a round. */
  #batchOf(roundId: string, guardId: string, isClaim: boolean): OpenBatch | null {
    if ((this.#owners.get(roundId) ?? guardId) !== guardId) return null;
    if (isClaim) this.#owners.set(roundId, guardId);
    const known = this.#batch.get(roundId);
    if (known !== undefined) return known;
    const made: OpenBatch = { start: null, plan: null, scans: [], ends: [] };
    this.#batch.set(roundId, made);
    return made;
  }

  #plannedPoint(roundId: string, checkpointId: string): PlannedCheckpoint | undefined {
    const plan = this.#planOf(this.#state.rounds.get(roundId)) ?? this.#batch.get(roundId)?.plan;
    return plan?.checkpoints.find((point) => point.checkpointId === checkpointId);
  }

  #planOf(round: Round | undefined): RouteVersion | undefined {
    return this.#state.versions.get(round?.routeVersionId ?? '');
  }

  close(): Omit<Decision, 'verdicts'> {
    const newRounds: Round[] = [];
    const changedRounds: Round[] = [];
    const fallenShort: Round[] = [];
    const moved: Round[] = [];
    const flagged = new Set(
      this.#scans.filter(({ flags }) => flags.length > 0).map(({ sent }) => sent.event.roundId),
    );
    for (const [id, batch] of this.#batch) {
      const before = this.#state.rounds.get(id);
      const after = this.#settle(id, before, batch);
      if (after === null) continue;
      if (before === undefined) newRounds.push(after);
      else if (!isSameRound(before, after)) changedRounds.push(after);
      if (hasFallenShort(after) && !hasFallenShort(before)) fallenShort.push(after);
      // A scan that comes after the end may be doubtful beside the others, though nothing is wrong with itself.
      const isFlagged = flagged.has(id) || (typeof before?.endedAtMs === 'number' && batch.scans.length > 0);
      if (isFlagged || hasMoved(before, after)) moved.push(after);
    }
    const duties = [...this.#duties.values()].filter((duty) => this.#touchedDuties.has(duty.id));
    return { scans: this.#scans, others: this.#others, newRounds, changedRounds, fallenShort, moved, duties };
  }

  #settle(id: string, before: Round | undefined, batch: RoundBatch): Round | null {
    const plan = this.#planOf(before);
    if (before !== undefined && plan !== undefined) {
      return advanceStarted(before, plan.checkpoints, this.#state.scanned.get(id) ?? new Set(), batch);
    }
    return foldUnstarted(id, batch, {
      scans: this.#state.waitingScans.get(id) ?? [],
      ends: this.#state.waitingEnds.get(id) ?? [],
    });
  }
}

/** While its plan is not known no one can say what is missing. A later scan may still complete it. */
function hasFallenShort(round: Round | undefined): boolean {
  return typeof round?.routeVersionId === 'string' && round.statusCode === roundStatus.incompleted;
}

function hasMoved(before: Round | undefined, after: Round): boolean {
  if (after.routeVersionId === null) return false;
  return before?.routeVersionId !== after.routeVersionId || before.statusCode !== after.statusCode;
}

function receiptOf({ id, receivedAtMs, flags, elsewhere }: StoredRecord): Receipt {
  const later = flags.filter((flag) => laterFlags.includes(flag));
  return {
    id,
    receivedAtMs,
    flags: flags.filter((flag) => !later.includes(flag)),
    ...(later.length === 0 ? {} : { laterFlags: later }),
    ...(elsewhere === null ? {} : { countsAt: elsewhere.checkpointId }),
  };
}

function refuse(id: string, code: Refusal['code']): Refusal {
  return { id, code, message: errorCodes[code].message };
}
