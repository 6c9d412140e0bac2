// Row shape of stored files; their contents lie in the file store.
import type { ColumnType, Generated } from 'kysely';

export interface FileTables {
  files: {
    tenant_id: string;
    id: string;
    name: string;
    media_type: string;
    bytes: number;
    sha256: Buffer;
    created_at: ColumnType<Date, Date | string | undefined, Date | string>;
    owner_id: string | null;
    purpose: Generated<'profileImage' | 'image' | 'tenantLogo' | 'siteLogo' | 'floorPlan' | 'evidence'>;
    width: Generated<number>;
    height: Generated<number>;
    storage_key: Generated<string>;
  };
}
