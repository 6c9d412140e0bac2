// A round's status code as the source has it, also an unknown one (REP-08).
import { readNumber } from '@watchpost/domain/readers/numbers';
import { roundStatus, statusWord } from '@watchpost/domain/round-status';

export interface KeptStatus {
  /** What is stored with the round; 0 for what is no number or too long for one, which reads blank as well. */
  readonly status_code: number;
  /** What the record has, where that is not the stored code. */
  readonly status_text: string | null;
}

const codeMax = 32_767;

/** Of a code as a number or text, or of the status's word. Null for an empty text. */
export function keptStatus(written: string): KeptStatus | null {
  if (written === '') return null;
  const named = Object.values(roundStatus).find(
    (code) => statusWord(code).toLowerCase() === written.toLowerCase(),
  );
  const code = named ?? readNumber(written);
  const isCode = code !== null && Number.isInteger(code) && Math.abs(code) <= codeMax;
  return isCode ? { status_code: code, status_text: null } : { status_code: 0, status_text: written };
}
