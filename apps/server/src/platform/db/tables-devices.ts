// The phones of guards.
import type { DeviceStatus } from '@watchpost/domain/devices';
import type { Generated } from 'kysely';

export interface DeviceTables {
  devices: {
    tenant_id: string;
    /** Made by the phone. */
    id: string;
    version: Generated<number>;
    name: Generated<string>;
    agent: Generated<string>;
    status: Generated<DeviceStatus>;
    status_since_ms: number | null;
    first_seen_ms: number;
    last_seen_ms: number;
    app_version: Generated<string>;
    waiting: number | null;
    waiting_told_ms: number | null;
    wiped_at_ms: number | null;
    lost_records: number | null;
    report_no: number | null;
    is_wipe_proved: boolean | null;
    claimed_wipe_ms: number | null;
    claimed_lost: number | null;
  };
  device_guards: {
    tenant_id: string;
    device_id: string;
    guard_id: string;
    last_seen_ms: number;
    is_claim: Generated<boolean>;
  };
}
