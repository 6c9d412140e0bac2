// Written by "npm run db:snapshot" from the catalog and column-types.ts.
import type { ColumnTypes } from '../column-types.ts';
import type { Default, Json } from '../row-type.ts';

export interface LifecycleTables {
  /** How long a company keeps its rounds. No row: everything is kept. */
  retention_settings: {
    tenant_id: string;
    version: number;
    months_to_keep: number | null;
    starts_at_ms: number;
  };
  /** A month of rounds that is being or was moved out of the database. */
  archives: {
    tenant_id: string;
    id: string;
    month_ms: number;
    until_ms: number;
    status: Default<ColumnTypes['archives.status']>;
    begun_at_ms: number;
    verified_at_ms: number | null;
    removed_at_ms: number | null;
    rounds: Default<number>;
    held: Default<number>;
    worker: string;
    lease_until_ms: number;
  };
  /** A file of an archive in the file store. */
  archive_files: {
    tenant_id: string;
    archive_id: string;
    no: number;
    kind: ColumnTypes['archive_files.kind'];
    pieces: number;
    bytes: number;
    sha256: Buffer;
    rounds: number;
  };
  /** The erasure of a guard's personal data: whose, when and by whom, and what it took out of sealed records. */
  guard_erasures: {
    tenant_id: string;
    id: string;
    guard_id: string;
    at_ms: number;
    erased_by: string | null;
    pseudonym: string;
    records: Json<ColumnTypes['guard_erasures.records']>;
    key: Buffer;
    signature: Buffer;
  };
  /** What an imported round says about itself where its scans alone would say otherwise. */
  imported_rounds: {
    tenant_id: string;
    round_id: string;
    former_id: string;
    status_code: number | null;
    status_text: string | null;
    total_check_points: number | null;
    scanned_check_points: number | null;
    has_scans: boolean;
  };
  /** Names that records of the former system carry, each combination once. Written by imports. */
  recorded_names: {
    tenant_id: string;
    id: string;
    guard_id: string;
    employee_id: string | null;
    first_name: string | null;
    last_name: string | null;
    site_name: string | null;
    salt: Default<string | null>;
  };
  /** The id of a record in the former system. */
  former_ids: {
    tenant_id: string;
    record_id: string;
    former_id: string;
  };
}
