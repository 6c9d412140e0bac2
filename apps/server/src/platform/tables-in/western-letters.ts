// The code page of Western Windows (windows-1252), which Node's TextDecoder reads as Latin-1 since 20.18.3.

/** Of the bytes 0x80 to 0x9F; five of them mean nothing. */
const above7f =
  '\u20ac\ufffd\u201a\u0192\u201e\u2026\u2020\u2021\u02c6\u2030\u0160\u2039\u0152\ufffd\u017d\ufffd\ufffd\u2018\u2019\u201c\u201d\u2022\u2013\u2014\u02dc\u2122\u0161\u203a\u0153\ufffd\u017e\u0178';

/** The code unit that a byte means there. */
export const westernUnit = (byte: number): number =>
  byte >= 0x80 && byte <= 0x9f ? above7f.charCodeAt(byte - 0x80) : byte;
