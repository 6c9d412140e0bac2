// Rows of the codes that hang at checkpoints, and of the keys that they are signed with.
import type { ColumnType, Generated, GeneratedAlways } from 'kysely';

type Timestamp = ColumnType<Date, Date | string | undefined, Date | string>;

interface TenantRow {
  tenant_id: string;
}

export interface CodeTables {
  qr_codes: TenantRow & {
    id: string;
    checkpoint_id: string;
    code: string;
    serial: Generated<number>;
    key_version: number | null;
    typed: GeneratedAlways<string>;
    issued_at: Timestamp;
    retired_at: Timestamp | null;
  };
  code_keys: TenantRow & { version: number; key: Buffer; created_at: Timestamp };
}
