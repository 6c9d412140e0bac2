import type { CheckpointQuestions } from '@watchpost/contract/checkpoint-questions';
import type { Question } from '@watchpost/domain/checkpoint-questions';
import { sql } from 'kysely';
import type { SiteScope } from '../../platform/access/caller.ts';
import { nameOfUser } from '../../platform/managed-records/user-name.queries.ts';

type Scope = Pick<SiteScope, 'db' | 'tenantId'>;

/** Versions that the page shows. */
const versionsShown = 50;

/** No one else saves questions of the checkpoint until the transaction ends. */
export async function lockCheckpoint({ db, tenantId }: Scope, checkpointId: string): Promise<void> {
  await sql`SELECT 1 FROM checkpoints WHERE tenant_id = ${tenantId} AND id = ${checkpointId} FOR NO KEY UPDATE`.execute(
    db,
  );
}

/** The newest version; null where nothing was ever asked. */
export async function findNewest(
  { db, tenantId }: Scope,
  checkpointId: string,
): Promise<{ no: number; questions: Question[] } | null> {
  const row = await db
    .selectFrom('question_versions')
    .select(['no', 'questions'])
    .where('tenant_id', '=', tenantId)
    .where('checkpoint_id', '=', checkpointId)
    .orderBy('no', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row ?? null;
}

export async function findVersions(
  { db, tenantId }: Scope,
  checkpointId: string,
): Promise<CheckpointQuestions['versions']> {
  return db
    .selectFrom('question_versions')
    .select(['no', 'created_by_name as createdBy'])
    .select(sql<number>`floor(extract(epoch FROM created_at) * 1000)::float8`.as('createdAtMs'))
    .select(sql<number>`jsonb_array_length(questions)`.as('questions'))
    .where('tenant_id', '=', tenantId)
    .where('checkpoint_id', '=', checkpointId)
    .orderBy('no', 'desc')
    .limit(versionsShown)
    .execute();
}

export interface NewQuestions {
  readonly id: string;
  readonly checkpointId: string;
  readonly no: number;
  readonly questions: readonly Question[];
  readonly userId: string;
}

export async function insertQuestions({ db, tenantId }: Scope, made: NewQuestions): Promise<void> {
  await db
    .insertInto('question_versions')
    .values({
      tenant_id: tenantId,
      id: made.id,
      checkpoint_id: made.checkpointId,
      no: made.no,
      questions: JSON.stringify(made.questions),
      created_by: made.userId,
      created_by_name: nameOfUser(tenantId, made.userId),
    })
    .execute();
}
