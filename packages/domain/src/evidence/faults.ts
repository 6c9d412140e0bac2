// What can be wrong with an evidence file, apart from any language.
export type FaultKind =
  | 'altered'
  | 'removed'
  | 'inserted'
  | 'reordered'
  | 'backdated'
  /** A signature of the log itself does not hold. */
  | 'forged';

export interface Fault {
  readonly kind: FaultKind;
  /** A table and the id of a record, or 'file', 'head' or 'earlier'. */
  readonly subject: string;
  readonly id: string;
  /** The field, where it can be told. */
  readonly field: string | null;
}
