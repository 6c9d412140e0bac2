// The ids on guards' cards, which are letters and digits (R5).
import { employeeIdMaxLength, employeeIdMinLength } from '../limits.ts';
import { plainText } from './fold.ts';

const pattern = /^[A-Za-z0-9]+$/;

/** As it is stored and signed in with: plainText(), which may still be no employee id. */
export const cleanEmployeeId = (text: string): string => plainText(text);

/** Null for what is not 2 to 50 letters and digits. */
export function readEmployeeId(text: string): string | null {
  const id = cleanEmployeeId(text);
  const isLong = id.length >= employeeIdMinLength && id.length <= employeeIdMaxLength;
  return isLong && pattern.test(id) ? id : null;
}
