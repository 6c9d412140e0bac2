// Rows of what tours need besides themselves: guards, holidays, and the rounds that they make due.
import type { DueOutcome } from '@watchpost/domain/due-outcomes';
import type { DueStatus } from '@watchpost/domain/tours';
import type { ColumnType, Generated, GeneratedAlways } from 'kysely';

type Timestamp = ColumnType<Date, Date | string | undefined, Date | string>;

export interface TourTables {
  tour_guards: { tenant_id: string; tour_id: string; guard_id: string };
  site_holidays: { tenant_id: string; site_id: string; day: ColumnType<Date, string, string>; name: string };
  due_rounds: {
    tenant_id: string;
    id: string;
    tour_id: string;
    site_id: string;
    route_id: string;
    tour_name: string;
    route_name: string;
    due_at_ms: number;
    late_at_ms: number;
    missed_at_ms: number;
    guard_ids: Generated<string[]>;
    status: Generated<DueStatus>;
    is_alerted: Generated<boolean>;
    round_id: string | null;
    excuse: string | null;
    excused_by: string | null;
    excused_at: ColumnType<Date | null, Date | undefined, Date>;
    /** Of its round. */
    begun_by: GeneratedAlways<string | null>;
    begun_at_ms: GeneratedAlways<number | null>;
    outcome: GeneratedAlways<DueOutcome>;
  };
  late_arrivals: {
    tenant_id: string;
    round_id: string;
    due_round_id: string;
    arrived_at_ms: number;
    /** Null, as what follows, while no one accepted it. */
    accepted_until_ms: number | null;
    accepted_at: ColumnType<Date | null, Date | undefined, Date>;
    accepted_by: string | null;
    acceptance: string | null;
  };
  due_round_history: {
    tenant_id: string;
    /** Null for what was written before it was sealed. */
    id: Generated<string | null>;
    due_round_id: string;
    status: DueStatus | 'accepted';
    at_ms: number;
    known_at: Timestamp;
  };
}
