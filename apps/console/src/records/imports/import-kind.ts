// What a kind of records brings along to be imported; the steps are the same for all of them.
import type { ImportEndpoints } from '@watchpost/contract/record-imports';
import type { ImportMapping } from '@watchpost/domain/record-import';

export interface ImportKind {
  /** Of its texts: imports.<name>.intro and so on. */
  readonly name: 'guards' | 'checkpoints';
  readonly endpoints: ImportEndpoints;
  /** First part of the keys of its queries. */
  readonly area: string;
  readonly listHref: string;
  /** Of this wizard. */
  readonly href: string;
  readonly fields: readonly string[];
  readonly fieldWords: (field: string) => string;
  /** Fields that a column has to be named for. */
  readonly needed: (mapping: ImportMapping) => readonly string[];
  /** One row of a file to begin with, by field. */
  readonly example: Readonly<Record<string, string>>;
  /** How other fields are written, or these can be besides. */
  readonly otherExamples: Readonly<Record<string, string>>;
}
