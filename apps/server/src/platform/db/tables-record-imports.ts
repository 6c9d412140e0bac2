// Rows of spreadsheets on their way to become records.
import type { ColumnType, Generated } from 'kysely';
import type {
  ImportKindName,
  ImportMapping,
  ImportMode,
  ImportOutcome,
  ImportState,
  ImportStopReason,
} from '@watchpost/domain/record-import';
import type { Role } from '@watchpost/domain/permissions';

type Timestamp = ColumnType<Date, Date | string | undefined, Date | string>;

interface StoredOrigin {
  readonly tenantId: string;
  readonly actor: { readonly id: string; readonly role: Role } | null;
  readonly address: string;
  readonly agent: string;
  readonly requestId: string;
}

export interface RecordImportTables {
  record_imports: {
    tenant_id: string;
    id: string;
    kind: ImportKindName;
    user_id: string;
    site_id: string | null;
    /** An AuditOrigin. */
    origin: ColumnType<StoredOrigin, string, never>;
    file_name: string;
    headings: string[];
    row_count: number;
    mapping: ColumnType<ImportMapping, string, string>;
    state: Generated<ImportState>;
    stop_reason: Generated<ImportStopReason>;
    mode: ImportMode | null;
    rows_done: Generated<number>;
    beat_at: Timestamp;
    created_at: Timestamp;
    sheet: Generated<string>;
    other_sheets: Generated<string[]>;
  };
  record_import_rows: {
    tenant_id: string;
    import_id: string;
    row_no: number;
    cells: ColumnType<string[], string, never>;
    outcome: ImportOutcome | null;
    errors: ColumnType<unknown, string | null, string | null>;
    is_applied: Generated<boolean>;
    /** Numbers in full by column from 0. */
    exact: ColumnType<Readonly<Record<string, string>> | null, string | null, string | null>;
    /** What the row takes from a record, as the check found it. */
    losses: ColumnType<unknown, string | null, string | null>;
    /** What the row is about: an employee id, or a checkpoint's name. */
    record: string | null;
  };
}
