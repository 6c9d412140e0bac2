// Written by "npm run db:snapshot" from the catalog and column-types.ts.
import type { ColumnTypes } from '../column-types.ts';
import type { Default, Json, Timestamp, Written } from '../row-type.ts';

export interface ReportsTables {
  /** How many rounds there were, by guard, site and interval. Written by triggers. */
  round_counts: {
    tenant_id: string;
    guard_id: string;
    site_id: string;
    grain: number;
    bucket_ms: number;
    rounds: number;
    in_progress: number;
    incompleted: number;
    completed: number;
    checkpoints: number;
    planned_incompleted: Default<number>;
    planned_completed: Default<number>;
  };
  /** Cumulative totals of rounds: a row is a day by quarters of an hour, or 96 days. The trend and pages far down the list of rounds read them. Written by triggers. */
  round_sums: {
    tenant_id: string;
    site_id: string;
    grain: number;
    bucket_ms: number;
    begun: number[];
    incompleted: number[];
    completed: number[];
  };
  /** Rollup: how many rounds started at a site within an interval. The dashboard adds these up. Written by triggers. */
  site_round_rollups: {
    tenant_id: string;
    hours: number;
    from_ms: number;
    site_id: string;
    started: number;
    incompleted: number;
    completed: number;
    planned: number;
    scanned: number;
  };
  /** Rollup: what became of the due rounds of a site within an interval. The dashboard adds these up. Written by triggers. */
  site_due_rollups: {
    tenant_id: string;
    hours: number;
    from_ms: number;
    site_id: string;
    on_time: number;
    done_late: number;
    incomplete: number;
    missed: number;
    excused: number;
    under_way: number;
  };
  /** Rollup: what became of the due rounds of a guard within an interval: of who started the round, or else of those posted. The dashboard adds these up. Written by triggers. */
  guard_due_rollups: {
    tenant_id: string;
    hours: number;
    from_ms: number;
    guard_id: string;
    site_id: string;
    on_time: number;
    done_late: number;
    incomplete: number;
    missed: number;
    excused: number;
    under_way: number;
  };
  /** Rollup: how often a checkpoint was missed within an interval. The dashboard adds these up. Written by triggers. */
  checkpoint_rollups: {
    tenant_id: string;
    hours: number;
    from_ms: number;
    checkpoint_id: string;
    site_id: string;
    missed: number;
  };
  /** How many exceptions there are by kind, severity and status. Written by triggers. */
  exception_counts: {
    tenant_id: string;
    site_id: string;
    grain: number;
    bucket_ms: number;
    kind: ColumnTypes['exception_counts.kind'];
    severity: number;
    status: ColumnTypes['exception_counts.status'];
    is_owned: boolean;
    items: number;
  };
  /** A report that is mailed by the clock or when something happens. */
  scheduled_reports: {
    tenant_id: string;
    id: string;
    name: string;
    site_id: string | null;
    timing: Json<ColumnTypes['scheduled_reports.timing']>;
    contents: ColumnTypes['scheduled_reports.contents'];
    period: ColumnTypes['scheduled_reports.period'];
    day_start_minute: Default<number>;
    formats: ColumnTypes['scheduled_reports.formats'];
    language: string;
    sends_empty: Default<boolean>;
    activated: Default<boolean>;
    owner_id: string | null;
    paused_reason: Default<ColumnTypes['scheduled_reports.paused_reason']>;
    armed_at: Timestamp<null>;
    events_checked_at: Timestamp<null>;
    version: Default<number>;
    created_at: Default<Timestamp>;
    updated_at: Default<Timestamp>;
    deleted_at: Timestamp<null>;
    search_text: Written<string | null>;
    search_grams: Written<string[] | null>;
    sort_name: Written<string | null>;
  };
  /** A person who gets a scheduled report. */
  scheduled_report_recipients: {
    tenant_id: string;
    report_id: string;
    email: string;
    place: number | null;
    unsubscribe_token: string;
    unsubscribed_at: Timestamp<null>;
  };
  /** One sending of a scheduled report. */
  scheduled_report_runs: {
    tenant_id: string;
    id: string;
    report_id: string;
    kind: ColumnTypes['scheduled_report_runs.kind'];
    occasion: string;
    due_at_ms: number;
    from_ms: number;
    to_ms: number;
    time_zone: string;
    state: Default<ColumnTypes['scheduled_report_runs.state']>;
    reason: Default<string>;
    attempts: Default<number>;
    next_try_at: Default<Timestamp>;
    row_count: number | null;
    skipped: Default<number>;
    test_email: string | null;
    finished_at: Timestamp<null>;
    site_id: string | null;
    contents: Default<ColumnTypes['scheduled_report_runs.contents']>;
  };
  /** Something that a report is to be sent about, each once. */
  scheduled_report_events: {
    tenant_id: string;
    report_id: string;
    subject_id: string;
    at_ms: number;
    noted_at: Default<Timestamp>;
    run_id: string | null;
  };
  /** A file of a sending. Noted before it is stored, so that what a killed server left is deleted too. */
  scheduled_report_files: {
    tenant_id: string;
    id: string;
    run_id: string;
    attempt: number;
    name: string;
    media_type: string;
    storage_key: string;
    bytes: Default<number>;
    created_at: Default<Timestamp>;
    deleted_at: Timestamp<null>;
  };
  /** A mailed link to the files of a sending. */
  scheduled_report_links: {
    tenant_id: string;
    token_hash: Buffer;
    run_id: string;
    email: string;
    message_id: string;
    expires_at: Timestamp;
    revoked_at: Timestamp<null>;
  };
  /** Who downloaded a file by a mailed link. */
  scheduled_report_downloads: {
    tenant_id: string;
    id: string;
    run_id: string;
    file_id: string;
    email: string;
    address: string;
    at: Default<Timestamp>;
  };
}
