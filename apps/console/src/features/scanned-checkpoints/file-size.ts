export interface FileSize {
  readonly amount: number;
  readonly unit: 'kB' | 'MB' | 'GB';
}

/** Bytes in the unit that reads best, in thousands; never fewer than 0.1 kB once a byte has come. */
export function fileSize(bytes: number): FileSize {
  const rounded = (divisor: number) => Math.round((bytes / divisor) * 10) / 10;
  if (bytes >= 999_950_000) return { amount: rounded(1e9), unit: 'GB' };
  if (bytes >= 999_950) return { amount: rounded(1e6), unit: 'MB' };
  return { amount: bytes === 0 ? 0 : Math.max(0.1, rounded(1e3)), unit: 'kB' };
}
