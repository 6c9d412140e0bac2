// Rows of what scans are doubted by, and of the doubts.
import type { ColumnType } from 'kysely';

interface TenantRow {
  tenant_id: string;
}

export interface TrustTables {
  trust_settings: TenantRow & {
    version: number;
    since_ms: number;
    /** Read with readTrustSettings(). */
    settings: ColumnType<unknown, string, never>;
  };
  checkpoint_screens: TenantRow & {
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
  round_doubts: TenantRow & {
    round_id: string;
    flag: string;
    scans: number;
    started_at_ms: number;
  };
}
