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
  /** Sums of checkpoints that were missed, from the bucket's begin to the end of each of its 96 slots. */
  missed_sums: {
    tenant_id: string;
    site_id: string;
    checkpoint_id: string;
    grain: number;
    bucket_ms: number;
    missed: number[];
  };
  /** Of sites, and with the nil id as site of the tenant. */
  round_sums: {
    tenant_id: string;
    site_id: string;
    grain: number;
    bucket_ms: number;
    begun: number[];
    incompleted: number[];
    completed: number[];
    planned: number[];
    scanned: number[];
  };
  /** Of the tenant and of sites the guard is the nil id, of the tenant the site is too. */
  due_sums: {
    tenant_id: string;
    guard_id: string;
    site_id: string;
    grain: number;
    bucket_ms: number;
    on_time: number[];
    done_late: number[];
    incomplete: number[];
    missed: number[];
    excused: number[];
    under_way: number[];
  };
  /** What all had come to before an instant: 0 rounds of sites, 1 missed checkpoints, 2 due rounds of sites and guards. */
  standings: {
    tenant_id: string;
    at_ms: number;
    kind: number;
    id: string;
    body: Buffer | null;
  };
  /** Whose the numbers of standings are; named by their hash. */
  standing_rosters: { tenant_id: string; id: Buffer; subjects: Buffer };
  /** Another one after each transaction that changed a name of a site, guard or checkpoint. */
  names_versions: { tenant_id: string; version: string };
  /** Of the tenant for all time, where both ids are nil, and of guards by parts of a day. */
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
