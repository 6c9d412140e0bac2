// Asks the authority that TIMESTAMP_URL names for time-stamps.
import { X509Certificate } from 'node:crypto';
import { type ExternalFetch, externalFetch, ExternalError } from '../external/external-fetch.ts';
import { readTimeStamp, TimeStampError } from './time-stamp-reply.ts';
import { timeStampRequest } from './time-stamp-request.ts';
import { verifyTimeStamp } from './time-stamp-signature.ts';

export interface TimeStamp {
  /** The whole answer (TimeStampResp), as openssl ts -verify takes it. */
  readonly reply: Buffer;
  /** When the authority says that it saw it; epoch milliseconds. */
  readonly atMs: number;
}

/** Throws TimeStampError, in a sentence, where there comes none. */
export type TimeStampAuthority = (stamped: Uint8Array) => Promise<TimeStamp>;

export interface AuthoritySettings {
  readonly url: string;
  /** Certificates of authorities in PEM; null to believe the one that comes along. */
  readonly authorities: string | null;
}

const answerMs = 10_000;
const answerMaxBytes = 200_000;
/** One that does not answer is not waited for again at once: many tenants may have something to be stamped. */
const restMs = 60_000;

/** Throws TimeStampError where there is no certificate in the text. */
export function readAuthorities(pem: string): X509Certificate[] {
  const blocks = pem.match(/-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g) ?? [];
  if (blocks.length === 0)
    throw new TimeStampError('there is no certificate in it, as -----BEGIN CERTIFICATE-----');
  try {
    return blocks.map((block) => new X509Certificate(block));
  } catch {
    throw new TimeStampError('a certificate in it cannot be read');
  }
}

export function timeStampAuthority(
  { url, authorities }: AuthoritySettings,
  fetch: ExternalFetch = externalFetch({ reach: 'private', answerMs, answerMaxBytes, mayBePlain: true }),
): TimeStampAuthority {
  const trusted = authorities === null ? null : readAuthorities(authorities);
  let pausedUntilMs = 0;

  async function ask(body: Buffer): Promise<Buffer> {
    if (Date.now() < pausedUntilMs) throw new TimeStampError('the authority did not answer a moment ago');
    try {
      const headers = {
        'content-type': 'application/timestamp-query',
        accept: 'application/timestamp-reply',
      };
      const answer = await fetch(url, { method: 'POST', headers, body });
      if (answer.status !== 200)
        throw new TimeStampError(`the authority answered with status ${answer.status}`);
      return Buffer.from(await answer.arrayBuffer());
    } catch (error) {
      if (!(error instanceof ExternalError)) throw error;
      pausedUntilMs = Date.now() + restMs;
      throw new TimeStampError(`the authority does not answer: ${error.message}`);
    }
  }

  return async (stamped) => {
    const request = timeStampRequest(stamped);
    const reply = await ask(request.bytes);
    const read = readTimeStamp(reply, request);
    verifyTimeStamp(read, trusted);
    return { reply, atMs: read.atMs };
  };
}
