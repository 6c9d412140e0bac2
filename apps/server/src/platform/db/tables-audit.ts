// Rows of the audit log: inserted and read, never changed.
import type { ColumnType } from 'kysely';
import type { Role } from '@watchpost/domain/permissions';

interface TenantRow {
  tenant_id: string;
}
type Changes = ColumnType<Readonly<Record<string, unknown>> | null, string | null, never>;

export interface AuditTables {
  audit_entries: TenantRow & {
    /** UUID of version 7 made at `at_ms`: the order of the log. */
    id: string;
    at_ms: number;
    actor_id: string | null;
    actor_name: string;
    actor_role: Role | null;
    action: string;
    subject_type: string;
    subject_id: string;
    subject_label: string;
    before: Changes;
    after: Changes;
    address: string;
    agent: string;
    request_id: string;
  };
  audit_names: TenantRow & { kind: 'actor' | 'subject'; id: string; name: string };
}
