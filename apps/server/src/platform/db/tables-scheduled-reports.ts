// Rows of scheduled reports: what is planned, each run of it, and what went out to whom.
import type {
  PauseReason,
  ReportContent,
  ReportFormat,
  ReportPeriod,
  ReportTiming,
  RunState,
} from '@watchpost/domain/scheduled-reports';
import type { ColumnType, Generated, GeneratedAlways } from 'kysely';

type Timestamp = ColumnType<Date, Date | string | undefined, Date | string>;
/** Without a default: every insert says it. */
type GivenTime = ColumnType<Date, Date | string, Date | string>;
type LaterTimestamp = ColumnType<Date | null, Date | string | null | undefined, Date | string | null>;

export interface ScheduledReportTables {
  scheduled_reports: {
    tenant_id: string;
    id: string;
    name: string;
    site_id: string | null;
    timing: ColumnType<ReportTiming, string, string>;
    contents: ReportContent[];
    period: ReportPeriod;
    day_start_minute: Generated<number>;
    formats: ReportFormat[];
    language: string;
    sends_empty: Generated<boolean>;
    activated: Generated<boolean>;
    owner_id: string | null;
    paused_reason: Generated<PauseReason>;
    armed_at: LaterTimestamp;
    events_checked_at: LaterTimestamp;
    version: Generated<number>;
    created_at: Timestamp;
    updated_at: Timestamp;
    deleted_at: LaterTimestamp;
    sort_name: GeneratedAlways<string>;
    search_text: GeneratedAlways<string>;
    search_grams: GeneratedAlways<string[]>;
  };
  scheduled_report_recipients: {
    tenant_id: string;
    report_id: string;
    email: string;
    place: number | null;
    unsubscribe_token: string;
    unsubscribed_at: LaterTimestamp;
  };
  scheduled_report_runs: {
    tenant_id: string;
    id: string;
    report_id: string;
    kind: 'planned' | 'event' | 'test';
    occasion: string;
    due_at_ms: number;
    from_ms: number;
    to_ms: number;
    time_zone: string;
    /** Whose data it holds, as of when it was made; null for all sites. */
    site_id: string | null;
    contents: Generated<ReportContent[]>;
    state: Generated<RunState>;
    reason: Generated<string>;
    attempts: Generated<number>;
    next_try_at: Timestamp;
    row_count: number | null;
    skipped: Generated<number>;
    test_email: string | null;
    finished_at: LaterTimestamp;
  };
  scheduled_report_events: {
    tenant_id: string;
    report_id: string;
    subject_id: string;
    at_ms: number;
    noted_at: Timestamp;
    run_id: string | null;
  };
  scheduled_report_files: {
    tenant_id: string;
    id: string;
    run_id: string;
    attempt: number;
    name: string;
    media_type: string;
    storage_key: string;
    bytes: Generated<number>;
    created_at: Timestamp;
    deleted_at: LaterTimestamp;
  };
  scheduled_report_links: {
    tenant_id: string;
    token_hash: Buffer;
    run_id: string;
    email: string;
    message_id: string;
    expires_at: GivenTime;
    revoked_at: LaterTimestamp;
  };
  scheduled_report_downloads: {
    tenant_id: string;
    id: string;
    run_id: string;
    file_id: string;
    email: string;
    address: string;
    at: Timestamp;
  };
}
