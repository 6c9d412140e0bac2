// Events of a guard beside duties, rounds and scans: answers, post orders read, notes handed over (FIELD-01).
import type { FieldEvent } from '@watchpost/contract/field';
import { marksOf } from '@watchpost/domain/checkpoint-questions';
import type { Canonical } from '@watchpost/domain/evidence/canonical-json';
import type { TrustFlag } from '@watchpost/domain/trust';
import type { EventOf, FieldState, PostState, SentEvent, SentOther, StoredRecord } from './field-state.ts';
import { flagsOfPosting } from './posting-flags.ts';

type PostKind = 'checkpointAnswered' | 'ordersAcknowledged' | 'handoverNoted' | 'handoverRead';
export type PostEvent = EventOf<PostKind>;

const postKinds: ReadonlySet<string> = new Set<PostKind>([
  'checkpointAnswered',
  'ordersAcknowledged',
  'handoverNoted',
  'handoverRead',
]);

export const isPostEvent = (event: FieldEvent): event is PostEvent => postKinds.has(event.kind);

/** What the event is about: the scan, the version of post orders, the site or the note. */
export function postSubjectOf(event: PostEvent): string {
  switch (event.kind) {
    case 'checkpointAnswered':
      return event.scanId;
    case 'ordersAcknowledged':
      return event.ordersId;
    case 'handoverNoted':
      return event.siteId;
    case 'handoverRead':
      return event.noteId;
  }
}

/** The members that have no column of their own; null for none. */
export function detailsOf(event: FieldEvent): { readonly [name: string]: Canonical } | null {
  if (event.kind === 'handoverNoted') return { text: event.text, isUrgent: event.isUrgent };
  if (event.kind !== 'checkpointAnswered') return null;
  const { checkpointId, questionsId, answers, note } = event;
  return { checkpointId, questionsId, answers, note };
}

interface Known {
  readonly state: FieldState;
  /** Stored or judged before. */
  readonly records: ReadonlyMap<string, StoredRecord>;
}

/** Null when something that the event names is not the guard's. A scan that has not arrived may still come. */
export function flagsOfPost(
  sent: SentEvent<PostEvent>,
  { state, records }: Known,
): readonly TrustFlag[] | null {
  const { event, guardId } = sent;
  const { posts } = state;
  const ofSite = (siteId: string | undefined) =>
    siteId === undefined ? null : flagsOfPosting(state, sent, siteId);
  switch (event.kind) {
    case 'checkpointAnswered': {
      const { checkpointId, questionsId, scanId } = event;
      const isAsked = questionsId === null || posts.questions.get(questionsId)?.checkpointId === checkpointId;
      const isOwnScan = (records.get(scanId)?.guardId ?? guardId) === guardId;
      return isAsked && isOwnScan ? ofSite(state.checkpoints.get(checkpointId)?.siteId) : null;
    }
    case 'ordersAcknowledged':
    case 'handoverRead':
      return ofSite(posts.sites.get(postSubjectOf(event)));
    case 'handoverNoted':
      return ofSite(event.siteId);
  }
}

/** Ids of the events with an answer that opens an incident. */
export function answersToReport(others: readonly SentOther[], { questions }: PostState): string[] {
  return others.flatMap(({ event }) => {
    if (event.kind !== 'checkpointAnswered') return [];
    const asked = questions.get(event.questionsId ?? '')?.questions ?? [];
    const isReported = event.answers.some(({ questionId, value }) =>
      asked.some((question) => question.id === questionId && marksOf(question, value).includes('reported')),
    );
    return isReported ? [event.id] : [];
  });
}
