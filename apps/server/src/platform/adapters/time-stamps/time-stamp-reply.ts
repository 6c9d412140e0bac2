// What an authority answered (RFC 3161, section 2.4.2): read, and compared with what it was asked.
import { contentOf, context, DerError, type DerValue, inside, oidOf, readOne, tags } from './der.ts';
import { oids } from './oids.ts';

/** Why an answer is no time-stamp; a sentence for anyone who runs the server. */
export class TimeStampError extends Error {
  override readonly name = 'TimeStampError';
}

export interface ReadTimeStamp {
  /** When the authority says that it saw the hash; epoch milliseconds. */
  readonly atMs: number;
  /** What its signature is over: see time-stamp-signature.ts. */
  readonly signed: SignedInfo;
}

/** What it is to be of; no nonce where no one remembers the request. */
export interface StampedThing {
  readonly hash: Buffer;
  readonly nonce: Buffer | null;
}

export interface SignedInfo {
  /** TSTInfo. */
  readonly content: Buffer;
  readonly certificates: readonly Buffer[];
  readonly signer: readonly DerValue[];
}

const texts = { utf8: 0x0c } as const;

/** Throws TimeStampError for what is no time-stamp, or one of something else. */
export function readTimeStamp(reply: Buffer, thing: StampedThing): ReadTimeStamp {
  try {
    const [status, token] = inside(readOne(reply), tags.sequence);
    requireGranted(status);
    const signed = signedInfo(token);
    return { atMs: timeOf(signed.content, thing), signed };
  } catch (error) {
    if (!(error instanceof DerError)) throw error;
    throw new TimeStampError(`the answer is no time-stamp (${error.message})`);
  }
}

/** 0 is granted, 1 granted with changes. */
function requireGranted(value: DerValue | undefined): void {
  const [status, statusText] = inside(value, tags.sequence);
  const code = contentOf(status, tags.integer);
  if (code.length === 1 && (code[0] ?? 2) <= 1) return;
  const serial = statusText?.tag === tags.sequence ? inside(statusText, tags.sequence) : [];
  const text = serial.map((each) => contentOf(each, texts.utf8).toString('utf8')).join(' ');
  throw new TimeStampError(
    `it was refused with status ${code.toString('hex')}${text === '' ? '' : `: ${printable(text)}`}`,
  );
}

const printable = (text: string) => text.replaceAll(/\p{Cc}+/gu, ' ').slice(0, 200);

/** Out of the ContentInfo of a CMS message (RFC 5652). */
function signedInfo(token: DerValue | undefined): SignedInfo {
  const [kind, explicit] = inside(token, tags.sequence);
  if (oidOf(kind) !== oids.signedData) throw new DerError('not signed');
  const [data] = inside(explicit, context(0));
  const [, , encapsulated, ...rest] = inside(data, tags.sequence);
  const [contentKind, content] = inside(encapsulated, tags.sequence);
  if (oidOf(contentKind) !== oids.timeStampInfo) throw new DerError('not a time');
  const [octets] = inside(content, context(0));
  const certificates = rest.find(({ tag }) => tag === context(0));
  const signers = inside(rest.at(-1), tags.set);
  const [signer] = signers;
  if (signers.length !== 1) throw new DerError('not one signer');
  return {
    content: contentOf(octets, tags.octets),
    certificates:
      certificates === undefined ? [] : inside(certificates, context(0)).map(({ whole }) => whole),
    signer: inside(signer, tags.sequence),
  };
}

function timeOf(content: Buffer, { hash, nonce }: StampedThing): number {
  const [, , imprint, , time, ...rest] = inside(readOne(content), tags.sequence);
  const [algorithm, digest] = inside(imprint, tags.sequence);
  const [name] = inside(algorithm, tags.sequence);
  if (oidOf(name) !== oids.sha256 || !contentOf(digest, tags.octets).equals(hash))
    throw new TimeStampError('it is of something else');
  const texts = rest.find(({ tag }) => tag === tags.integer)?.whole;
  if (nonce !== null && texts?.equals(nonce) !== true)
    throw new TimeStampError('it answers another request: the nonce is not the one that was sent');
  return generalizedTime(contentOf(time, tags.generalizedTime).toString('latin1'));
}

function generalizedTime(text: string): number {
  const parts = /^(\d{4})(\d\d)(\d\d)(\d\d)(\d\d)(\d\d)(\.\d+)?Z$/.exec(text);
  const [, year, month, day, hour, minute, second, fraction = ''] = parts ?? [];
  const ms = Date.parse(`${year}-${month}-${day}T${hour}:${minute}:${second}${fraction.slice(0, 4)}Z`);
  if (Number.isNaN(ms)) throw new DerError('no time');
  return ms;
}
