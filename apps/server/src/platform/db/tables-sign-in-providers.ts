// Rows of the ways to sign in besides a password.
import type { ColumnType, Generated } from 'kysely';

interface TenantRow {
  tenant_id: string;
}

export interface SignInProviderTables {
  sign_in_providers: TenantRow & {
    issuer: string;
    client_id: string;
    /** Sealed (access/sealed-text.ts). */
    client_secret: string;
    scopes: string;
    label: string;
    is_on: boolean;
    version: Generated<number>;
  };
  provider_identities: TenantRow & {
    issuer: string;
    subject: string;
    user_id: string;
    linked_at: ColumnType<Date, never, never>;
  };
}
