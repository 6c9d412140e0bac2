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
] as const;
export type TrustFlag = (typeof trustFlags)[number];

export const scanMethods = ['qr', 'nfc', 'position', 'typed'] as const;
export type ScanMethod = (typeof scanMethods)[number];
