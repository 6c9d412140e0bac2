// Rows of what routes lead past, now and as they stood.
import type { PlannedCheckpoint } from '@watchpost/domain/round-facts';
import type { ColumnType, Generated } from 'kysely';

type Timestamp = ColumnType<Date, Date | string | undefined, Date | string>;

interface TenantRow {
  tenant_id: string;
}

export interface RouteTables {
  patrol_route_checkpoints: TenantRow & {
    route_id: string;
    position: number;
    checkpoint_id: string;
    expected_minutes: Generated<number>;
  };
  route_versions: TenantRow & {
    id: string;
    route_id: string;
    site_id: string;
    name: string;
    is_fixed_order: boolean;
    checkpoints: ColumnType<PlannedCheckpoint[], string, never>;
    created_at: Timestamp;
  };
}
