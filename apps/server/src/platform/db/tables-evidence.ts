// Rows of the evidence: keys of devices and the log.
import type { ColumnType, Generated, GeneratedAlways } from 'kysely';

interface TenantRow {
  tenant_id: string;
}

export interface EvidenceTables {
  device_keys: TenantRow & {
    id: string;
    key: Buffer;
    guard_id: string;
    device_id: string;
    public_key: string;
    enrolled_at_ms: number;
    is_proved: boolean | null;
    is_vouched: boolean | null;
  };
  /** Appended to by triggers, never changed. */
  record_versions: TenantRow & {
    id: string;
    no: GeneratedAlways<number>;
    source: string;
    record_key: string;
    at_ms: number;
    row: unknown;
  };
  /** About the log itself; appended to, never changed. */
  log_notes: TenantRow & {
    id: Generated<string>;
    at_ms: number;
    kind: string;
    /** See NoteDetails. */
    details: ColumnType<unknown, string, never>;
  };
  refused_events: TenantRow & {
    id: string;
    guard_id: string;
    device_id: string;
    code: string;
    body: string;
    received_at_ms: number;
    clock_skew_ms: number;
    proof_key: Buffer;
    proof_seq: number;
    proof_previous: Buffer;
    proof_signature: Buffer;
    proof_salt: Buffer | null;
  };
  log_pending: TenantRow & { no: GeneratedAlways<number>; source: string; ids: string[] };
  log_leaves: TenantRow & {
    leaf_no: number;
    source: string;
    record_id: string;
    hash: Buffer;
    marks: Buffer;
  };
  log_nodes: TenantRow & { level: number; node_no: number; hash: Buffer };
  log_heads: TenantRow & { size: number; root: Buffer; at_ms: number; key: Buffer; signature: Buffer };
  log_salts: TenantRow & { salt: Buffer; made_at_ms: number; key: Buffer; signature: Buffer };
  log_keys: TenantRow & { key: Buffer; public_key: string; first_used_ms: number };
  published_heads: TenantRow & {
    day: string;
    no: number;
    size: number;
    root: Buffer;
    at_ms: number;
    key: Buffer;
    signature: Buffer;
    note: string;
    stamp_state: 'none' | 'waiting' | 'stamped' | 'failed';
    stamp_reason: string;
    stamp_tries: number;
    time_stamp: Buffer | null;
    stamped_at_ms: number | null;
  };
  head_witnesses: TenantRow & {
    id: string;
    address: string;
    language: string;
    added_at: ColumnType<Date, never, never>;
    last_mailed_at: ColumnType<Date | null, never, Date>;
  };
  note_keys: TenantRow & { verifier_key: string; first_used_ms: number };
}
