// Rows that triggers keep for the dashboard's figures (migration 0033).
export interface DashboardTables {
  /** A planned checkpoint without a scan, of a round that ended as incompleted. */
  missed_checkpoints: {
    tenant_id: string;
    round_id: string;
    checkpoint_id: string;
    site_id: string;
    guard_id: string;
    started_at_ms: number;
  };
  missed_counts: {
    tenant_id: string;
    grain: number;
    bucket_ms: number;
    site_id: string;
    checkpoint_id: string;
    missed: number;
  };
  /** Of the tenant and of sites the guard is the nil id, of the tenant the site is too. */
  due_counts: {
    tenant_id: string;
    guard_id: string;
    site_id: string;
    grain: number;
    bucket_ms: number;
    on_time: number;
    done_late: number;
    incomplete: number;
    missed: number;
    excused: number;
    under_way: number;
  };
}
