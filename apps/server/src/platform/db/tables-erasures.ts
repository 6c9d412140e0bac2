// Whose personal data was erased, and what that took out of sealed records.
import type { ErasedRecord } from '@watchpost/domain/evidence/erasures';
import type { ColumnType } from 'kysely';

export interface ErasureTables {
  guard_erasures: {
    tenant_id: string;
    id: string;
    guard_id: string;
    at_ms: number;
    /** The admin; null for what the server did by the clock or after a restore. */
    erased_by: string | null;
    pseudonym: string;
    /** With the marks of each leaf since. */
    records: ColumnType<readonly (ErasedRecord & { readonly marks: string })[], string, never>;
    key: Buffer;
    signature: Buffer;
  };
}
