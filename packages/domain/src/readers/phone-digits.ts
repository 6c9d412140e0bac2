// The digits of a phone number as it is written, without knowing any country's numbers: what forms can check at once.
import { plainText } from './fold.ts';

/** Written by a program of decimals: 9822012345.0 */
const decimals = /^(\+?\d{6,})[.,]0+$/;
/** 9.822012345E+09; of fewer decimals some digits are lost. */
const exponent = /^(\d)[.,](\d+)e\+?(\d+)$/i;
const grouped = /^\d{1,3}(?:,\d{2,3})+$/;
/** The zero that is dialled within the country alone. */
const trunk = /[([]\s*0\s*[)\]]/;
const marks = /[\s().\-[\]~·•ー]/g;
/** A slash parts an area from its number, and nothing else: behind a whole number it begins another. */
const areaSlash = /^(\(?\+?\d[\d\s().-]{0,8})\s*\/\s*(?=\d{3})/;

/** In front of a number that was copied from a link of a page or a mail. */
const scheme = /^(?:tel|callto|sms):\s*(?=[+(\p{Nd}])/iu;

/** A text without it, and all else as it is. */
export const withoutScheme = (text: string): string => text.replace(scheme, '');

/**
 * `+919822012345` where the text says the country (with a plus, or 00), else `02025719125` as it is dialled within one. Null where
 * the text is no phone number, or more than one.
 */
export function readDialled(text: string): string | null {
  const bare = withoutDecimals(withoutScheme(plainText(text)).replace(areaSlash, '$1 '));
  if (bare === null) return null;
  const isInternational = /^[([]?\s*(?:\+|00)/.test(bare);
  const digits = (isInternational ? bare.replace(trunk, '') : bare).replaceAll(marks, '');
  const dialled = digits.replace(/^00(?=[1-9])/, '+');
  return /^\+?\d+$/.test(dialled) ? dialled : null;
}

function withoutDecimals(bare: string): string | null {
  const whole = decimals.exec(bare)?.[1];
  if (whole !== undefined) return whole;
  if (grouped.test(bare)) return bare.replaceAll(',', '');
  const [, first = '', rest = '', power = ''] = exponent.exec(bare) ?? [];
  if (first === '') return bare;
  return rest.length === Number(power) ? first + rest : null;
}
