// Plans of the floors of sites, and where checkpoints stand on them.
import type { ColumnType, Generated } from 'kysely';

export interface FloorPlanTables {
  floor_plans: {
    tenant_id: string;
    id: string;
    site_id: string;
    name: string;
    file_id: string;
    position: number;
    version: Generated<number>;
    created_at: ColumnType<Date, Date | string | undefined, never>;
  };
  floor_plan_checkpoints: {
    tenant_id: string;
    checkpoint_id: string;
    plan_id: string;
    x: number;
    y: number;
  };
}
