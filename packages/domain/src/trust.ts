// Reasons to doubt a scan (FIELD-03): each is a flag with its reason, never a rejection.

export const trustFlags = [
  'outsideRadius',
  'poorAccuracy',
  'noPosition',
  'clockSkew',
  'typedCode',
  'unplanned',
  'outOfOrder',
  'tooFast',
  'teleport',
  'burst',
  'sharedDevice',
  'noCode',
  'forgedCode',
  'wrongCode',
  'retiredCode',
  'staleCode',
  'printedCode',
  'unsignedCode',
  'unknownTag',
  'unsigned',
  'badSignature',
  'lostPhone',
  'formerSite',
  'methodNotAllowed',
  'weakPosition',
  'sharedCode',
  'fromFuture',
  'sentLate',
] as const;
export type TrustFlag = (typeof trustFlags)[number];

/** Flags that apps installed before they existed refuse in the `flags` of a receipt: they go into `laterFlags` there. */
export const laterFlags: readonly TrustFlag[] = [
  'methodNotAllowed',
  'weakPosition',
  'sharedCode',
  'fromFuture',
  'sentLate',
];

/** Of a start or an end they are the round's: when it was walked is said by these, too. */
export const timeFlags = ['fromFuture', 'sentLate'] as const satisfies readonly TrustFlag[];

export const scanMethods = ['qr', 'nfc', 'position', 'typed'] as const;
export type ScanMethod = (typeof scanMethods)[number];
