import type { Question } from '@watchpost/domain/checkpoint-questions';
import { CompiledQuery } from 'kysely';
import type { FieldScope } from './field.queries.ts';
import { noPostState, type PostState, type SentEvent } from './field-state.ts';
import { isPostEvent } from './post-events.ts';

interface FoundVersion {
  readonly id: string;
  readonly checkpointId: string;
  readonly questions: readonly Question[];
}

/** What the events name of questions, post orders and notes; uploads without such events cost nothing. */
export async function findPostState(scope: FieldScope, sent: readonly SentEvent[]): Promise<PostState> {
  const events = sent.flatMap(({ event }) => (isPostEvent(event) ? [event] : []));
  if (events.length === 0) return noPostState;
  const ids = (named: (event: (typeof events)[number]) => string | null) => [
    ...new Set(events.flatMap((event) => named(event) ?? [])),
  ];
  const questionsIds = ids((event) => (event.kind === 'checkpointAnswered' ? event.questionsId : null));
  const ordersIds = ids((event) => (event.kind === 'ordersAcknowledged' ? event.ordersId : null));
  const noteIds = ids((event) => (event.kind === 'handoverRead' ? event.noteId : null));
  const versions = `SELECT id, checkpoint_id AS "checkpointId", questions FROM question_versions
    WHERE tenant_id = $1::uuid AND id = ANY($2::uuid[])`;
  const sites = `SELECT id, site_id AS "siteId" FROM post_order_versions
      WHERE tenant_id = $1::uuid AND id = ANY($2::uuid[])
    UNION ALL SELECT id, subject_id FROM field_events
      WHERE tenant_id = $1::uuid AND id = ANY($3::uuid[]) AND kind = 'handoverNoted'`;
  const [found, named] = await Promise.all([
    scope.db.executeQuery<FoundVersion>(CompiledQuery.raw(versions, [scope.tenantId, questionsIds])),
    scope.db.executeQuery<{ id: string; siteId: string }>(
      CompiledQuery.raw(sites, [scope.tenantId, ordersIds, noteIds]),
    ),
  ]);
  return {
    questions: new Map(found.rows.map(({ id, ...version }) => [id, version])),
    sites: new Map(named.rows.map(({ id, siteId }) => [id, siteId])),
  };
}
