// What can be wrong with an evidence file, apart from any language.
export type FaultKind =
  | 'altered'
  | 'removed'
  | 'inserted'
  /** By the clock of its phone: at odds with the numbers that the phone gave. */
  | 'reordered'
  /** In the file, from where its place in the log puts it. */
  | 'moved'
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
