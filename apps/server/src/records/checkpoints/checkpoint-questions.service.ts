// What guards are asked at a checkpoint: each change is a new version, so that no answer loses its question.
import type { CheckpointQuestions } from '@watchpost/contract/checkpoint-questions';
import type { Question } from '@watchpost/domain/checkpoint-questions';
import { uuidv7 } from 'uuidv7';
import type { ConsoleCaller, SiteScope } from '../../platform/access/caller.ts';
import { insertAuditEntry } from '../../platform/audit/audit.queries.ts';
import type { AuditOrigin } from '../../platform/audit/audit-origin.ts';
import { AppError } from '../../platform/http/app-error.ts';
import { findNewest, findVersions, insertQuestions, lockCheckpoint } from './checkpoint-questions.queries.ts';
import { viewCheckpoint } from './checkpoints.service.ts';

/** Throws notFound for a checkpoint that is not the caller's. */
export async function viewQuestions(scope: SiteScope, id: string): Promise<CheckpointQuestions> {
  await viewCheckpoint(scope, id);
  const [newest, versions] = await Promise.all([findNewest(scope, id), findVersions(scope, id)]);
  return { version: newest?.no ?? 0, questions: newest?.questions ?? [], versions };
}

interface Edit {
  readonly questions: readonly Question[];
  /** The number that was edited. */
  readonly version: number;
}

/** What was settled of the question; parts that it has none of are left out. */
const audited = ({ id: _id, ...question }: Question) =>
  Object.fromEntries(
    Object.entries(question).filter(([, part]) => part !== null && part !== '' && String(part) !== ''),
  );

/** The new version. Throws notFound and editedMeanwhile. */
export async function saveQuestions(
  { scope, userId }: ConsoleCaller,
  id: string,
  { questions, version }: Edit,
  origin: AuditOrigin,
): Promise<number> {
  const { name } = await viewCheckpoint(scope, id);
  return scope.db.transaction().execute(async (db) => {
    const within = { ...scope, db };
    await lockCheckpoint(within, id);
    const before = await findNewest(within, id);
    if ((before?.no ?? 0) !== version) throw new AppError('editedMeanwhile');
    const no = version + 1;
    await insertQuestions(within, { id: uuidv7(), checkpointId: id, no, questions, userId });
    await insertAuditEntry(db, origin, {
      action: 'checkpoint.questionsChanged',
      subject: { id, label: name },
      before: { questions: (before?.questions ?? []).map(audited) },
      after: { questions: questions.map(audited) },
    });
    return no;
  });
}
