// Time-stamps of a real authority, which openssl is: asked for, read, and refused where anything in them is not as it should be.
import fs from 'node:fs/promises';
import path from 'node:path';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { runOpenssl } from '../../../testing/openssl.ts';
import { contentOf, context, inside, readOne, tags } from './der.ts';
import { type OpensslAuthority, openAuthority, opensslVerifies } from './openssl-authority.testing.ts';
import { timeStampAuthority } from './time-stamp-authority.ts';
import { readTimeStamp, TimeStampError } from './time-stamp-reply.ts';
import { timeStampRequest } from './time-stamp-request.ts';
import { verifyTimeStamp } from './time-stamp-signature.ts';

let authority: OpensslAuthority;
let genuine: OpensslAuthority['answer'];
const note = Buffer.from('watchpost/log\n5\nCsUYapGGPo4dkMgIAUqom/Xajj7h2fB2MPA3j2jxq2I=\n');

beforeAll(async () => {
  authority = await openAuthority();
  genuine = authority.answer;
});
beforeEach(() => {
  authority.answer = genuine;
});

const ask = (authorities: string | null = authority.ca) =>
  timeStampAuthority({ url: authority.url, authorities })(note);

async function refusal(asking: Promise<unknown>): Promise<string> {
  return asking.then(
    () => 'taken',
    (error: unknown) => (error instanceof TimeStampError ? error.message : `other: ${String(error)}`),
  );
}

describe('a time-stamp', () => {
  test('[TRUTH-05] is asked for as openssl reads it, and openssl verifies what came', async () => {
    const beforeMs = Date.now();
    const { reply, atMs } = await ask();
    expect(Math.abs(atMs - beforeMs)).toBeLessThan(60_000);
    expect(await opensslVerifies(authority, note, reply)).toContain('Verification: OK');
    const other = Buffer.from('another note');
    await expect(opensslVerifies(authority, other, reply)).rejects.toThrow(/message imprint mismatch/i);
    const query = path.join(authority.folder, 'asked.tsq');
    await fs.writeFile(query, authority.asked.at(-1) ?? '');
    const texts = (await runOpenssl(['ts', '-query', '-in', query, '-text'])).toString();
    expect(texts).toMatch(
      /Version: 1\nHash Algorithm: sha256[^]*Nonce: 0x[\dA-F]{20,}\nCertificate required: yes/,
    );
  });

  test.each([
    ['RSA', ['-algorithm', 'RSA', '-pkeyopt', 'rsa_keygen_bits:2048']],
    ['EC of P-384', ['-algorithm', 'EC', '-pkeyopt', 'ec_paramgen_curve:P-384']],
  ])(
    '[TRUTH-05] of an authority with keys of %s is taken as well, in both ways to name its certificate',
    async (_name, keys) => {
      const other = await openAuthority(keys);
      for (const essHash of ['sha1', 'sha256'] as const) {
        other.answer = async (query) => ({ body: await other.stamp(query, { essHash }) });
        const { reply } = await timeStampAuthority({ url: other.url, authorities: other.ca })(note);
        expect(await opensslVerifies(other, note, reply)).toContain('Verification: OK');
      }
    },
  );

  test('[TRUTH-05] leads to an authority that the operator trusts; without any it is held by itself', async () => {
    const stranger = await openAuthority();
    expect(await refusal(ask(stranger.ca))).toMatch(/CN=tsa of a test.* leads to no authority/);
    expect(await refusal(ask(null))).toBe('taken');
    // One certificate of several will do, and the signer's own.
    expect(await refusal(ask(`${stranger.ca}\n${authority.ca}`))).toBe('taken');
    expect(await refusal(ask(await fs.readFile(path.join(authority.folder, 'tsa.pem'), 'utf8')))).toBe(
      'taken',
    );
    expect(() => timeStampAuthority({ url: authority.url, authorities: 'x' })).toThrow(
      'no certificate in it',
    );
  });

  test('[TRUTH-05] of an earlier request, or of something else, is refused', async () => {
    const { reply } = await ask();
    authority.answer = async () => ({ body: reply });
    expect(await refusal(ask())).toMatch(/answers another request: the nonce/);
    authority.answer = async () => ({
      body: await authority.stamp(timeStampRequest(Buffer.from('x')).bytes),
    });
    expect(await refusal(ask())).toBe('it is of something else');
  });

  test('[TRUTH-05] that the authority will not give says why', async () => {
    authority.answer = async (query) => ({ body: await authority.stamp(query, { digests: 'sha512' }) });
    expect(await refusal(ask())).toMatch(/^it was refused with status 02: .*digest/i);
  });

  test('[TRUTH-05] signed with the certificate of a web server is refused', async () => {
    authority.answer = async (query) => {
      const reply = readOne(await authority.stamp(query));
      const [status, token] = inside(reply, tags.sequence);
      const [, explicit] = inside(token, tags.sequence);
      const [data] = inside(explicit, context(0));
      const [, , encapsulated] = inside(data, tags.sequence);
      const [, content] = inside(encapsulated, tags.sequence);
      const info = contentOf(inside(content, context(0))[0], tags.octets);
      const how = ['-binary', '-nodetach', '-cades', '-md', 'sha256', '-outform', 'DER'];
      const kind = ['-econtent_type', '1.2.840.113549.1.9.16.1.4', '-signer', 'web.pem', '-inkey', 'web.key'];
      const signed = await runOpenssl(['cms', '-sign', ...how, ...kind], {
        cwd: authority.folder,
        input: info,
      });
      return { body: Buffer.concat([header(status?.whole ?? info, signed), status?.whole ?? info, signed]) };
    };
    expect(await refusal(ask())).toMatch(/not one for time-stamps alone/);
  });

  test('[TRUTH-05] says another time or another hash with no byte altered that counts', async () => {
    const request = timeStampRequest(note);
    const reply = await authority.stamp(request.bytes);
    const { atMs, signed } = readTimeStamp(reply, request);
    const at = reply.indexOf(signed.content);
    const outcomeOf = (altered: Buffer): string => {
      try {
        const stamp = readTimeStamp(altered, request);
        verifyTimeStamp(stamp, null);
        return stamp.atMs === atMs ? 'taken' : 'taken with another time';
      } catch (error) {
        return error instanceof TimeStampError ? 'refused' : String(error);
      }
    };
    const outcomes = Array.from(reply, (value, byte) => {
      const altered = Buffer.from(reply);
      altered[byte] = value ^ 0x01;
      return outcomeOf(altered);
    });
    expect(new Set(outcomes.slice(at, at + signed.content.length))).toEqual(new Set(['refused']));
    expect(new Set(outcomes)).toEqual(new Set(['refused', 'taken']));
    expect(outcomes.filter((outcome) => outcome === 'refused').length).toBeGreaterThan(reply.length / 2);
  });

  test('[TRUTH-05] cut short anywhere is none', async () => {
    const request = timeStampRequest(note);
    const reply = await authority.stamp(request.bytes);
    for (let end = 0; end < reply.length; end += 7) {
      expect(() => readTimeStamp(reply.subarray(0, end), request)).toThrow(TimeStampError);
    }
    expect(() => readTimeStamp(Buffer.concat([reply, Buffer.of(0)]), request)).toThrow(TimeStampError);
  });
});

/** Tag and length of a sequence of these. */
function header(...parts: readonly Buffer[]): Buffer {
  const length = parts.reduce((sum, part) => sum + part.length, 0);
  return Buffer.from([tags.sequence, 0x82, length >> 8, length & 255]);
}

describe('an authority', () => {
  test('[TRUTH-05] that answers anything else is named in a sentence', async () => {
    authority.answer = async () => ({ status: 502, body: Buffer.from('bad gateway') });
    expect(await refusal(ask())).toBe('the authority answered with status 502');
    authority.answer = async () => ({ body: Buffer.from('<html>Welcome</html>') });
    expect(await refusal(ask())).toMatch(/^the answer is no time-stamp/);
    authority.answer = async () => ({ body: Buffer.alloc(300_000) });
    expect(await refusal(ask())).toMatch(/the answer is too long/);
  });

  test('[TRUTH-05] that hangs up is not asked again for a minute, however many heads wait', async () => {
    authority.answer = async () => {
      throw new Error('away');
    };
    const stamp = timeStampAuthority({ url: authority.url, authorities: authority.ca });
    const before = authority.asked.length;
    expect(await refusal(stamp(note))).toMatch(
      /^the authority does not answer: 127\.0\.0\.1:\d+: ECONNRESET$/,
    );
    expect(await refusal(stamp(note))).toBe('the authority did not answer a moment ago');
    expect(authority.asked).toHaveLength(before + 1);
  });

  test('[TRUTH-05] is reached with the name and password of its address, which no sentence repeats', async () => {
    const url = authority.url.replace('//', '//name:secret@');
    authority.answer = async () => {
      throw new Error('away');
    };
    expect(await refusal(timeStampAuthority({ url, authorities: null })(note))).not.toContain('secret');
  });
});
