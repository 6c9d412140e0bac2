// Row shapes as stored; they never leave *.queries.ts and db/.
import type { ColumnType, Generated, GeneratedAlways } from 'kysely';
import type { TourSchedule } from '@watchpost/domain/tours';
import type { Role } from '@watchpost/domain/permissions';
import type { NotificationTables } from './tables-notifications.ts';
import type { AccountTables } from './tables-accounts.ts';
import type { DashboardTables } from './tables-dashboard.ts';
import type { DeviceTables } from './tables-devices.ts';
import type { FileTables } from './tables-files.ts';
import type { FormerCheckpoint, FormerColumns, FormerGuard, FormerTables } from './tables-former.ts';
import type { AuditTables } from './tables-audit.ts';
import type { EvidenceTables } from './tables-evidence.ts';
import type { ErasureTables } from './tables-erasures.ts';
import type { ExceptionTables } from './tables-exceptions.ts';
import type { FloorPlanTables } from './tables-floor-plans.ts';
import type { ImportedTables } from './tables-imported.ts';
import type { IncidentTables } from './tables-incidents.ts';
import type { FieldTimeColumns } from './field-time.ts';
import type { LiveBoardTables } from './tables-live-board.ts';
import type { CodeTables } from './tables-codes.ts';
import type { RouteTables } from './tables-routes.ts';
import type { PostTables } from './tables-posts.ts';
import type { TrustTables } from './tables-trust.ts';
import type { RecordImportTables } from './tables-record-imports.ts';
import type { RecordTables } from './tables-records.ts';
import type { RetentionTables } from './tables-retention.ts';
import type { ScheduledReportTables } from './tables-scheduled-reports.ts';
import type { TourTables } from './tables-tours.ts';
import type { SettingsTables } from './tables-settings.ts';
import type { SignInProviderTables } from './tables-sign-in-providers.ts';
import type { SignInFactorTables } from './tables-sign-in-factors.ts';

type Timestamp = ColumnType<Date, Date | string | undefined, Date | string>;

interface TenantRow {
  tenant_id: string;
}
interface Entity extends TenantRow {
  id: string;
}

/** What every managed record has: it is stored with a version, and its name and texts are kept for order and search. */
interface Managed extends Entity {
  version: Generated<number>;
  created_at: Timestamp;
  updated_at: Timestamp;
  search_text: GeneratedAlways<string>;
  search_grams: GeneratedAlways<string[]>;
}
/** Deletion can be undone: a deleted record is deactivated and shown nowhere. */
interface Deletable extends Managed {
  activated: Generated<boolean>;
  deleted_at: Timestamp | null;
  sort_name: GeneratedAlways<string>;
}

/** As the device sent it along with an event; null where it sent none. */
interface DeviceEventColumns extends FieldTimeColumns {
  proof_key: Buffer | null;
  proof_seq: number | null;
  proof_previous: Buffer | null;
  proof_signature: Buffer | null;
  proof_salt: Buffer | null;
}

export interface Tables
  extends AccountTables,
    SignInFactorTables,
    TrustTables,
    PostTables,
    RouteTables,
    CodeTables,
    NotificationTables,
    SettingsTables,
    AuditTables,
    EvidenceTables,
    ErasureTables,
    DashboardTables,
    DeviceTables,
    RetentionTables,
    ExceptionTables,
    FileTables,
    FormerTables,
    FloorPlanTables,
    ImportedTables,
    IncidentTables,
    LiveBoardTables,
    RecordImportTables,
    ScheduledReportTables,
    TourTables,
    RecordTables,
    SignInProviderTables {
  tenants: TenantRow & {
    slug: string;
    name: string;
    is_demo: Generated<boolean>;
    /** Rounds that came earlier make no exceptions. */
    exceptions_from_ms: Generated<number>;
    created_at: Timestamp;
  };
  users: Entity & {
    email: string;
    password_hash: string;
    role: Role | null;
    activated: Generated<boolean>;
    first_name: Generated<string>;
    last_name: Generated<string>;
    phone_number: Generated<string>;
    country_code: Generated<string>;
    profile_image: Generated<string>;
    language: string | null;
    invited_at: ColumnType<Date | null, Date | null | undefined, Date | null>;
    invitation_ends_at: ColumnType<Date | null, Date | null | undefined, Date | null>;
    is_address_unproven: Generated<boolean>;
    created_at: Timestamp;
    updated_at: Timestamp;
  };
  sites: Deletable & {
    name: string;
    address: Generated<string>;
    latitude: number;
    longitude: number;
    time_zone: string;
    contact_name: Generated<string>;
    contact_phone: Generated<string>;
    logo_file_id: string | null;
  } & FormerColumns<{ readonly name: string }>;
  sub_admins: TenantRow & { user_id: string; site_id: string };
  guards: Deletable & {
    employee_id: string;
    first_name: string;
    last_name: Generated<string>;
    email: Generated<string>;
    phone_number: Generated<string>;
    country_code: Generated<string>;
    secret_hash: string | null;
    secret_issued_by: string | null;
    user_id: string | null;
    photo: Generated<string>;
    erased_at: Timestamp | null;
  } & FormerColumns<FormerGuard>;
  guard_sites: TenantRow & { guard_id: string; site_id: string; since: Timestamp | null };
  past_postings: TenantRow & { guard_id: string; site_id: string; since: Timestamp | null; until: Timestamp };
  checkpoints: Deletable & {
    site_id: string;
    name: string;
    latitude: number;
    longitude: number;
    radius_metres: Generated<number>;
    instructions: Generated<string>;
    nfc_tag_id: string | null;
    scan_methods: Generated<string[]>;
    former_scan_methods: Generated<string[]>;
    scan_methods_since_ms: Generated<number>;
  } & FormerColumns<FormerCheckpoint>;
  shifts: Deletable & {
    site_id: string;
    name: string;
    from_minute: number;
    to_minute: number;
    weekdays: number[];
  };
  shift_guards: TenantRow & { shift_id: string; guard_id: string };
  patrol_routes: Deletable & {
    site_id: string;
    name: string;
    is_fixed_order: Generated<boolean>;
    current_version_id: string | null;
  };
  patrol_tours: Deletable & {
    route_id: string;
    shift_id: string | null;
    name: string;
    start_window_minutes: Generated<number>;
    grace_minutes: Generated<number>;
    weekdays: Generated<number[]>;
    schedule: ColumnType<TourSchedule | null, string | null | undefined, string | null>;
    valid_from: ColumnType<Date, string | undefined, string>;
    valid_to: ColumnType<Date | null, string | null | undefined, string | null>;
    skips_holidays: Generated<boolean>;
    draw_key: Buffer | null;
    made_plan: string | null;
    made_until_ms: number | null;
  };
  incidents: Managed & {
    site_id: string;
    guard_id: string | null;
    type: string;
    severity: 'low' | 'medium' | 'high' | 'critical';
    status: Generated<'New' | 'Attended' | 'Closed'>;
    description: Generated<string>;
    latitude: number | null;
    longitude: number | null;
    reported_at: Timestamp;
    opened_by: string | null;
    assignee_id: string | null;
    status_at: Timestamp;
    attended_at: Timestamp | null;
    closed_at: Timestamp | null;
    device_id: string | null;
    device_at_ms: number | null;
    phone_at_ms: number | null;
    clock_skew_ms: number | null;
    accuracy_metres: number | null;
    body_hash: string | null;
  };
  field_events: Entity & {
    kind: string;
    guard_id: string;
    device_id: string;
    subject_id: string;
    received_at_ms: number;
    body_hash: Buffer;
    named_id: string | null;
    clock_skew_ms: number | null;
    details: ColumnType<unknown, string | null | undefined, never>;
    /** Doubts about its signature; null where they were not kept. */
    flags: string[] | null;
  } & DeviceEventColumns;
  duty_sessions: Entity & {
    guard_id: string;
    site_id: string | null;
    started_at_ms: number | null;
    ended_at_ms: number | null;
    is_closed_by_system: Generated<boolean>;
    system_closed_at_ms: number | null;
    /** By which the system closed it. */
    limit_hours: number | null;
    /** The login, or the logout where only that is known. */
    at_ms: GeneratedAlways<number>;
  };
  round_arrivals: TenantRow & { last_no: number };
  rounds: Entity & {
    site_id: string;
    guard_id: string;
    device_id: string;
    route_version_id: string | null;
    started_at_ms: number;
    ended_at_ms: number | null;
    status_code: number;
    total_check_points: number;
    scanned_check_points: number;
    arrival_no: number;
    /** Of an imported round that bears names; null: the names of its time. */
    recorded_names_id: ColumnType<string | null, string | null | undefined, never>;
  };
  scans: Entity & {
    round_id: string;
    /** Where it counts; null for nowhere. */
    checkpoint_id: string | null;
    /** As the phone said, where that is another. */
    claimed_checkpoint_id: string | null;
    guard_id: string;
    device_id: string;
    received_at_ms: number;
    latitude: number | null;
    longitude: number | null;
    accuracy_metres: number | null;
    distance_metres: number | null;
    clock_skew_ms: number;
    method: string;
    code: string | null;
    dwell_ms: number | null;
    /** See shownStepOf(). */
    shown_step: number | null;
    flags: Generated<string[]>;
    body_hash: Buffer;
  } & DeviceEventColumns;
  round_counts: TenantRow & {
    guard_id: string;
    site_id: string;
    grain: number;
    bucket_ms: number;
    rounds: number;
    in_progress: number;
    incompleted: number;
    completed: number;
    checkpoints: number;
    planned_incompleted: Generated<number>;
    planned_completed: Generated<number>;
  };
}
