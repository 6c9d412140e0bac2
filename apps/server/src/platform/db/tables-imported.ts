// Rows of what imported records were in the system that they come from; see migrations 0097 and 0098. Imports alone write them.

interface TenantRow {
  tenant_id: string;
}

export interface ImportedTables {
  imported_rounds: TenantRow & {
    round_id: string;
    former_id: string;
    /** Null: as the scans say. */
    status_code: number | null;
    /** As the record has it, where that is no code that the round can store. */
    status_text: string | null;
    total_check_points: number | null;
    scanned_check_points: number | null;
    /** False: its checkpoints were not in the export. */
    has_scans: boolean;
  };
  former_ids: TenantRow & { record_id: string; former_id: string };
}
