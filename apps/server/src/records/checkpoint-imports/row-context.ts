import type { ImportMapping } from '@watchpost/domain/record-import';
import type { NamedSite, SiteNames } from '../record-imports/site-names.ts';

/** What a row is read by. */
export interface RowContext {
  readonly mapping: ImportMapping;
  /** Those that the caller may place checkpoints at. */
  readonly sites: SiteNames;
  /** The one site of a sub admin; null for who sees all. */
  readonly ownSite: NamedSite | null;
}
