// E-mail addresses as they are typed and pasted.
import { cleanText } from './fold.ts';

const localMaxBytes = 64;
const domainMaxLength = 253;
export const emailMaxLength = 254;

/** RFC 5322's atoms, and letters of any script (RFC 6531). */
const atom = String.raw`[\w!#$%&'*+/=?^{|}~\x60\p{L}\p{M}\p{N}-]+`;
const local = new RegExp(String.raw`^${atom}(?:\.${atom})*$`, 'u');
const writtenDomain = /^[\p{L}\p{M}\p{N}\p{Join_Control}.-]+$/u;
const label = /^[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/;
const suffix = /^(?:[a-z]{2,63}|xn--[a-z0-9-]{1,59})$/;

/**
 * The address within what was typed or pasted, which may still be none: cleanText(), without `mailto:` and a name before it, the
 * apostrophe and the at sign as ASCII has them.
 */
export const cleanEmail = (text: string): string =>
  cleanText(text)
    .replace(/^.*<([^<>]+)>$/, '$1')
    .replace(/^mailto:/i, '')
    .replaceAll(/[‘’ʼ]/g, "'")
    .replaceAll(/[＠﹫]/g, '@')
    .trim();

/**
 * An address that a mail server may deliver to, in lower case; also with a plus, an apostrophe, a long suffix, a domain or a name of any
 * script. Null for what none takes: points side by side, a label that begins with a hyphen, a domain without a suffix.
 */
export function readEmail(text: string): string | null {
  const address = cleanEmail(text).toLowerCase();
  const at = address.lastIndexOf('@');
  const [name, domain] = [address.slice(0, Math.max(at, 0)), address.slice(at + 1).replace(/\.$/, '')];
  if (!local.test(name) || new TextEncoder().encode(name).length > localMaxBytes) return null;
  const sent = sentDomain(domain);
  if (sent === null || name.length + 1 + sent.length > emailMaxLength) return null;
  return `${name}@${domain}`;
}

/** The domain as mail servers have it (IDNA); null for what is none. */
function sentDomain(domain: string): string | null {
  const hostname = writtenDomain.test(domain) ? hostOf(domain) : '';
  const labels = hostname.split('.');
  const isDomain = labels.length > 1 && labels.every((each) => label.test(each));
  return isDomain && suffix.test(labels.at(-1) ?? '') && hostname.length <= domainMaxLength ? hostname : null;
}

function hostOf(domain: string): string {
  try {
    return new URL(`http://${domain}`).hostname;
  } catch {
    return '';
  }
}
