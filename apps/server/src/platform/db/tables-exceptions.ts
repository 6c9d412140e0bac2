// Exceptions, what became of them, and the files that prove it.
import type {
  ExceptionEventKind,
  ExceptionKind,
  ExceptionOutcome,
  ExceptionReason,
  ExceptionStatus,
} from '@watchpost/domain/exceptions';
import type { ColumnType, Generated } from 'kysely';

export interface ExceptionTables {
  exceptions: {
    tenant_id: string;
    id: string;
    version: Generated<number>;
    kind: ExceptionKind;
    /** The due round of one missed or late, the round of one incomplete or flagged. */
    subject_id: string;
    /** From 1, the mildest, to 4. */
    severity: number;
    status: Generated<ExceptionStatus>;
    reasons: ExceptionReason[];
    site_id: string;
    route_id: string | null;
    route_name: Generated<string>;
    tour_id: string | null;
    tour_name: Generated<string>;
    /** Who walked it, else the one who was to; null for several or any. */
    guard_id: string | null;
    due_round_id: string | null;
    round_id: string | null;
    happened_at_ms: number;
    opened_at_ms: number;
    taken_at_ms: number | null;
    closed_at_ms: number | null;
    made_good_at_ms: number | null;
    owner_id: string | null;
    outcome: ExceptionOutcome | null;
    closing_reason: Generated<string>;
  };
  /** Appended to, never changed. */
  exception_history: {
    tenant_id: string;
    id: string;
    exception_id: string;
    at_ms: number;
    kind: ExceptionEventKind;
    actor_kind: 'user' | 'system';
    actor_id: string | null;
    actor_name: Generated<string>;
    text: Generated<string>;
    /** {owner, outcome, reasons, fileName}, each where it applies. */
    details: ColumnType<unknown, string | undefined, never>;
  };
  /** Kept by triggers; the site is the nil id for all at once. */
  exception_counts: {
    tenant_id: string;
    site_id: string;
    grain: number;
    bucket_ms: number;
    kind: ExceptionKind;
    severity: number;
    status: ExceptionStatus;
    is_owned: boolean;
    items: number;
  };
  exception_files: {
    tenant_id: string;
    file_id: string;
    exception_id: string;
    added_by: string | null;
    added_at_ms: number;
  };
}
