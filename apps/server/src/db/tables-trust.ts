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
  round_doubts: TenantRow & {
    round_id: string;
    flag: string;
    scans: number;
    started_at_ms: number;
  };
}
