// Questions at checkpoints and post orders, in versions that are added and never changed.
import type { Question } from '@watchpost/domain/checkpoint-questions';
import type { ColumnType } from 'kysely';

interface MadeVersion {
  tenant_id: string;
  id: string;
  /** From 1, without gaps. */
  no: number;
  created_at: ColumnType<Date, undefined, never>;
  /** The name outlives the account. */
  created_by: string | null;
  created_by_name: string;
}

export interface PostTables {
  question_versions: MadeVersion & {
    checkpoint_id: string;
    questions: ColumnType<Question[], string, never>;
  };
  post_order_versions: MadeVersion & {
    site_id: string;
    text: string;
    effective_from_ms: number;
  };
}
