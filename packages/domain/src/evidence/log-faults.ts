// Why a log is not sealed: it did not grow out of the last sealed head that is stored outside the database.

export const logFaultKinds = [
  /** It has no head at all. */
  'removed',
  /** It has fewer records than the stored head covers. */
  'cut',
  /** Its first records are others than those that the stored head covers. */
  'rewritten',
  /** Its records or nodes do not give the root of its own newest head. */
  'damaged',
  /** Its newest head is signed by no key of this installation. */
  'foreignKey',
  /** The stored head was deleted. */
  'headMissing',
  /** The stored head is not a head of this log. */
  'headUnreadable',
] as const;
export type LogFaultKind = (typeof logFaultKinds)[number];
