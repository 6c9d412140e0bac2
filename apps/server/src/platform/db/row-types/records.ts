// Written by "npm run db:snapshot" from the catalog and column-types.ts.
import type { ColumnTypes } from '../column-types.ts';
import type { Default, DateOnly, Json, Timestamp, Written } from '../row-type.ts';

export interface RecordsTables {
  /** A property that is guarded. */
  sites: {
    tenant_id: string;
    id: string;
    name: string;
    address: Default<string>;
    latitude: number;
    longitude: number;
    time_zone: string;
    contact_name: Default<string>;
    contact_phone: Default<string>;
    activated: Default<boolean>;
    created_at: Default<Timestamp>;
    updated_at: Default<Timestamp>;
    version: Default<number>;
    deleted_at: Timestamp<null>;
    logo_file_id: string | null;
    former_until_ms: number[] | null;
    former: Json<ColumnTypes['sites.former'], null>;
    search_text: Written<string | null>;
    search_grams: Written<string[] | null>;
    sort_name: Written<string | null>;
  };
  /** A day on which tours that skip holidays make no rounds due. */
  site_holidays: {
    tenant_id: string;
    site_id: string;
    day: DateOnly;
    name: string;
  };
  /** A picture of one floor of a site. */
  floor_plans: {
    tenant_id: string;
    id: string;
    site_id: string;
    name: string;
    file_id: string;
    position: number;
    version: Default<number>;
    created_at: Default<Timestamp>;
  };
  /** Where a checkpoint is on a floor plan; each is on one plan at most. */
  floor_plan_checkpoints: {
    tenant_id: string;
    checkpoint_id: string;
    plan_id: string;
    x: number;
    y: number;
  };
  /** A person who walks rounds. */
  guards: {
    tenant_id: string;
    id: string;
    employee_id: string;
    first_name: string;
    last_name: Default<string>;
    email: Default<string>;
    phone_number: Default<string>;
    country_code: Default<string>;
    secret_hash: string | null;
    user_id: string | null;
    activated: Default<boolean>;
    created_at: Default<Timestamp>;
    updated_at: Default<Timestamp>;
    version: Default<number>;
    deleted_at: Timestamp<null>;
    photo: Default<string>;
    erased_at: Timestamp<null>;
    secret_issued_by: string | null;
    former_until_ms: number[] | null;
    former: Json<ColumnTypes['guards.former'], null>;
    search_text: Written<string | null>;
    search_grams: Written<string[] | null>;
    sort_name: Written<string | null>;
  };
  /** A site where a guard is posted now. */
  guard_sites: {
    tenant_id: string;
    guard_id: string;
    site_id: string;
    since: Default<Timestamp<null>>;
  };
  /** A site where a guard was posted before: what was done there may arrive late. */
  past_postings: {
    tenant_id: string;
    guard_id: string;
    site_id: string;
    since: Timestamp<null>;
    until: Default<Timestamp>;
  };
  /** A place of a site that guards scan. */
  checkpoints: {
    tenant_id: string;
    id: string;
    site_id: string;
    name: string;
    latitude: number;
    longitude: number;
    radius_metres: Default<number>;
    instructions: Default<string>;
    nfc_tag_id: string | null;
    activated: Default<boolean>;
    created_at: Default<Timestamp>;
    updated_at: Default<Timestamp>;
    version: Default<number>;
    deleted_at: Timestamp<null>;
    scan_methods: Default<string[]>;
    former_scan_methods: Default<string[]>;
    scan_methods_since_ms: Default<number>;
    former_until_ms: number[] | null;
    former: Json<ColumnTypes['checkpoints.former'], null>;
    search_text: Written<string | null>;
    search_grams: Written<string[] | null>;
    sort_name: Written<string | null>;
  };
  /** The questions that a checkpoint asks after a scan. Versions are added, never changed. */
  question_versions: {
    tenant_id: string;
    id: string;
    checkpoint_id: string;
    no: number;
    questions: Json<ColumnTypes['question_versions.questions']>;
    created_at: Default<Timestamp>;
    created_by: string | null;
    created_by_name: string;
  };
  /** The post orders of a site. Versions are added, never changed. */
  post_order_versions: {
    tenant_id: string;
    id: string;
    site_id: string;
    no: number;
    text: string;
    effective_from_ms: number;
    created_at: Default<Timestamp>;
    created_by: string | null;
    created_by_name: string;
  };
  /** A code that is or was posted at a checkpoint. */
  qr_codes: {
    tenant_id: string;
    id: string;
    checkpoint_id: string;
    code: string;
    issued_at: Default<Timestamp>;
    retired_at: Timestamp<null>;
    serial: Default<number>;
    key_version: number | null;
    typed: Written<string | null>;
  };
  /** A key that codes at checkpoints are signed with. */
  code_keys: {
    tenant_id: string;
    version: number;
    key: Buffer;
    created_at: Default<Timestamp>;
  };
  /** A screen at a checkpoint that shows a code which changes every 30 seconds. */
  checkpoint_screens: {
    tenant_id: string;
    id: string;
    checkpoint_id: string;
    serial: number;
    pairing_hash: Buffer | null;
    pairing_ends_at_ms: number;
    secret: Buffer | null;
    offered_at_ms: number;
    paired_at_ms: number | null;
    seen_at_ms: number | null;
    revoked_at_ms: number | null;
  };
  /** A shift pattern: hours of a day at a site, on some weekdays. */
  shifts: {
    tenant_id: string;
    id: string;
    site_id: string;
    name: string;
    from_minute: number;
    to_minute: number;
    weekdays: number[];
    activated: Default<boolean>;
    version: Default<number>;
    created_at: Default<Timestamp>;
    updated_at: Default<Timestamp>;
    deleted_at: Timestamp<null>;
    search_text: Written<string | null>;
    search_grams: Written<string[] | null>;
    sort_name: Written<string | null>;
  };
  /** A guard of a shift pattern. */
  shift_guards: {
    tenant_id: string;
    shift_id: string;
    guard_id: string;
  };
  /** Checkpoints of a site in an order that rounds are walked by. */
  patrol_routes: {
    tenant_id: string;
    id: string;
    site_id: string;
    name: string;
    is_fixed_order: Default<boolean>;
    activated: Default<boolean>;
    current_version_id: string | null;
    version: Default<number>;
    created_at: Default<Timestamp>;
    updated_at: Default<Timestamp>;
    deleted_at: Timestamp<null>;
    search_text: Written<string | null>;
    search_grams: Written<string[] | null>;
    sort_name: Written<string | null>;
  };
  /** A checkpoint of a route as it is now. */
  patrol_route_checkpoints: {
    tenant_id: string;
    route_id: string;
    position: number;
    checkpoint_id: string;
    expected_minutes: Default<number>;
  };
  /** A route as it was when rounds were walked by it. Never changed. */
  route_versions: {
    tenant_id: string;
    id: string;
    route_id: string;
    site_id: string;
    name: string;
    is_fixed_order: boolean;
    checkpoints: Json<ColumnTypes['route_versions.checkpoints']>;
    created_at: Default<Timestamp>;
  };
  /** A schedule that makes rounds of a route due. */
  patrol_tours: {
    tenant_id: string;
    id: string;
    route_id: string;
    shift_id: string | null;
    name: string;
    start_window_minutes: Default<number>;
    grace_minutes: Default<number>;
    activated: Default<boolean>;
    version: Default<number>;
    created_at: Default<Timestamp>;
    updated_at: Default<Timestamp>;
    deleted_at: Timestamp<null>;
    weekdays: Default<number[]>;
    schedule: Json<ColumnTypes['patrol_tours.schedule'], null>;
    valid_from: Default<DateOnly>;
    valid_to: DateOnly<null>;
    skips_holidays: Default<boolean>;
    draw_key: Buffer | null;
    made_plan: string | null;
    made_until_ms: number | null;
    search_text: Written<string | null>;
    search_grams: Written<string[] | null>;
    sort_name: Written<string | null>;
  };
  /** A guard who is to walk a tour. */
  tour_guards: {
    tenant_id: string;
    tour_id: string;
    guard_id: string;
  };
  /** A phone of guards. */
  devices: {
    tenant_id: string;
    id: string;
    version: Default<number>;
    name: Default<string>;
    agent: Default<string>;
    status: Default<ColumnTypes['devices.status']>;
    status_since_ms: number | null;
    first_seen_ms: number;
    last_seen_ms: number;
    app_version: Default<string>;
    waiting: number | null;
    waiting_told_ms: number | null;
    wiped_at_ms: number | null;
    lost_records: number | null;
    report_no: number | null;
    is_wipe_proved: boolean | null;
    claimed_wipe_ms: number | null;
    claimed_lost: number | null;
  };
  /** A guard who used a phone. */
  device_guards: {
    tenant_id: string;
    device_id: string;
    guard_id: string;
    last_seen_ms: number;
    is_claim: Default<boolean>;
  };
  /** A spreadsheet that a user imports records from. */
  record_imports: {
    tenant_id: string;
    id: string;
    user_id: string;
    site_id: string | null;
    origin: Json<ColumnTypes['record_imports.origin']>;
    file_name: string;
    headings: string[];
    row_count: number;
    mapping: Json<ColumnTypes['record_imports.mapping']>;
    state: Default<ColumnTypes['record_imports.state']>;
    mode: ColumnTypes['record_imports.mode'] | null;
    rows_done: Default<number>;
    beat_at: Default<Timestamp>;
    created_at: Default<Timestamp>;
    kind: ColumnTypes['record_imports.kind'];
    stop_reason: Default<ColumnTypes['record_imports.stop_reason']>;
    sheet: Default<string>;
    other_sheets: Default<string[]>;
  };
  /** A row of an imported spreadsheet. */
  record_import_rows: {
    tenant_id: string;
    import_id: string;
    row_no: number;
    cells: Json<ColumnTypes['record_import_rows.cells']>;
    outcome: ColumnTypes['record_import_rows.outcome'] | null;
    errors: Json<unknown, null>;
    is_applied: Default<boolean>;
    exact: Json<ColumnTypes['record_import_rows.exact'], null>;
    losses: Json<unknown, null>;
    record: string | null;
  };
}
