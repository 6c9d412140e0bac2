// How long a tenant keeps its rounds, and the archives of those that were removed.
import type { Generated } from 'kysely';

interface TenantRow {
  tenant_id: string;
}

export interface RetentionTables {
  retention_settings: TenantRow & {
    version: number;
    /** Null: everything is kept. */
    months_to_keep: number | null;
    starts_at_ms: number;
  };
  archives: TenantRow & {
    id: string;
    month_ms: number;
    until_ms: number;
    status: Generated<'writing' | 'verified' | 'removed'>;
    begun_at_ms: number;
    verified_at_ms: number | null;
    removed_at_ms: number | null;
    rounds: Generated<number>;
    held: Generated<number>;
    worker: string;
    lease_until_ms: number;
  };
  archive_files: TenantRow & {
    archive_id: string;
    no: number;
    kind: 'rows' | 'evidence';
    pieces: number;
    bytes: number;
    sha256: Buffer;
    rounds: number;
  };
}
