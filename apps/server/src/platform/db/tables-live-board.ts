// Row shapes of calls for help and of the last signs of guards.
import type { Generated } from 'kysely';

interface TenantRow {
  tenant_id: string;
}

export interface LiveBoardTables {
  sos_calls: TenantRow & {
    id: string;
    guard_id: string;
    device_id: string;
    site_id: string | null;
    /** As in scans. */
    device_at_ms: number;
    phone_at_ms: number | null;
    received_at_ms: number;
    clock_skew_ms: number;
    body_hash: string;
    latitude: number | null;
    longitude: number | null;
    accuracy_metres: number | null;
    position_at_ms: number | null;
    safe_at_ms: number | null;
    acknowledged_at_ms: number | null;
    resolved_at_ms: number | null;
  };
  sos_history: TenantRow & {
    sos_id: string;
    kind: string;
    id: string;
    at_ms: number;
    /** What the phone's clock said, where it was not taken at its word; null for what the back office did. */
    phone_at_ms: number | null;
    received_at_ms: number;
    actor_kind: 'user' | 'guard';
    actor_id: string;
    actor_name: string;
    comment: string;
    flags: Generated<string[] | null>;
  };
  sos_positions: TenantRow & {
    sos_id: string;
    id: string;
    at_ms: number;
    phone_at_ms: number | null;
    received_at_ms: number;
    latitude: number;
    longitude: number;
    accuracy_metres: number | null;
  };
  guard_signs: TenantRow & {
    guard_id: string;
    at_ms: number;
    round_id: string | null;
    round_at_ms: number | null;
    scan_id: string | null;
    scan_at_ms: number | null;
    scan_received_at_ms: number | null;
  };
}
