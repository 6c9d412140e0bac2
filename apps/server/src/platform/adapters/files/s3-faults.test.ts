// A real S3 service and settings that differ from it; what the operator reads names the setting and no secret.
import { once } from 'node:events';
import fs from 'node:fs';
import http from 'node:http';
import https from 'node:https';
import type { AddressInfo } from 'node:net';
import os from 'node:os';
import path from 'node:path';
import S3rver from 's3rver';
import { beforeAll, describe, expect, it } from 'vitest';
import { atFileEnd } from '../../../testing/file-end.ts';
import { selfSigned } from '../push/self-signed.testing.ts';
import { findS3Fault, findS3WriteFault } from './s3-faults.ts';
import { s3Files, type S3Settings } from './s3-files.ts';

let s3: S3Settings;

beforeAll(async () => {
  const directory = fs.mkdtempSync(path.join(os.tmpdir(), 'watchpost-s3-faults-'));
  const configureBuckets = [{ name: 'pictures', configs: [] }];
  const service = new S3rver({ port: 0, address: '127.0.0.1', silent: true, directory, configureBuckets });
  const { port } = await service.run();
  atFileEnd(async () => {
    await service.close();
    fs.rmSync(directory, { recursive: true, force: true });
  });
  const endpoint = `http://127.0.0.1:${port}`;
  s3 = { endpoint, bucket: 'pictures', region: 'us-east-1', accessKey: 'S3RVER', secretKey: 'S3RVER' };
});

/** The port of one that listens on this machine. */
async function portOf(server: http.Server | https.Server): Promise<number> {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  atFileEnd(() => void server.close());
  return (server.address() as AddressInfo).port;
}

describe('a file service', () => {
  it('that takes the settings has no fault', async () => {
    expect(await findS3Fault(s3)).toBeNull();
    expect(await findS3Fault({ ...s3, endpoint: `${s3.endpoint}/` })).toBeNull();
  });

  it('that takes and deletes files has none either, and nothing is left in it', async () => {
    expect(await findS3WriteFault(s3)).toBeNull();
    expect(await (await fetch(`${s3.endpoint}/pictures`)).text()).toContain('<ListBucketResult');
    expect(await (await fetch(`${s3.endpoint}/pictures`)).text()).not.toContain('<Key>');
  });

  it.each([
    ['PUT', /^FILES_S3_ACCESS_KEY: may not write into the bucket pictures\. Let this key/],
    ['DELETE', /^FILES_S3_ACCESS_KEY: may not delete in the bucket pictures\. Let this key/],
  ])(
    'reports that its key may list but not %s, when files are about to be written',
    async (refused, text) => {
      const server = http.createServer((request, response) => {
        if (request.method === refused) {
          response.writeHead(403).end('<Error><Code>AccessDenied</Code></Error>');
          return;
        }
        request.pipe(
          http.request(
            `${s3.endpoint}${request.url}`,
            { method: request.method, headers: request.headers },
            (answer) => {
              response.writeHead(answer.statusCode ?? 500, answer.headers);
              answer.pipe(response);
            },
          ),
        );
      });
      const settings = { ...s3, endpoint: `http://127.0.0.1:${await portOf(server)}` };
      expect(await findS3Fault(settings)).toBeNull();
      expect(await findS3WriteFault(settings)).toMatch(text);
      const stored = [];
      for await (const key of s3Files(s3).list()) stored.push(key);
      expect(stored).toEqual([]);
    },
  );

  const wrong: [string, Partial<S3Settings>, RegExp][] = [
    ['a bucket that is not there', { bucket: 'no-such' }, /^FILES_S3_BUCKET: .* no bucket no-such\. Make it/],
    ['an unknown key', { accessKey: 'nobody' }, /^FILES_S3_ACCESS_KEY: .* does not know this key/],
    ['no such host', { endpoint: 'https://s3.nowhere.invalid' }, /^FILES_S3_ENDPOINT: the name .* not found/],
  ];
  it.each(wrong)('reports %s by the setting to correct, without keys', async (_, change, text) => {
    const fault = await findS3Fault({ ...s3, ...change });
    expect(fault).toMatch(text);
    expect(fault).not.toMatch(/nobody|S3RVER/);
  });

  it('reports a refused connection and a server without TLS by the address', async () => {
    const away = http.createServer();
    const port = await portOf(away);
    away.close();
    expect(await findS3Fault({ ...s3, endpoint: `http://127.0.0.1:${port}` })).toBe(
      `FILES_S3_ENDPOINT: 127.0.0.1:${port} refuses connections. Start the service there, or correct host and port.`,
    );
    const asked = `https://127.0.0.1:${await portOf(http.createServer())}`;
    expect(await findS3Fault({ ...s3, endpoint: asked })).toMatch(/speaks no TLS.*begin with http:/);
  });

  it('reports an untrusted certificate with the setting that makes it trusted', async () => {
    const endpoint = `https://127.0.0.1:${await portOf(https.createServer(selfSigned()))}`;
    expect(await findS3Fault({ ...s3, endpoint })).toMatch(/is not trusted \(.*NODE_EXTRA_CA_CERTS/);
  });

  // Of these the test service has none; it compares no signatures of this kind.
  const refusals: [number, string, RegExp][] = [
    [403, 'SignatureDoesNotMatch', /^FILES_S3_SECRET_KEY: is not the one of FILES_S3_ACCESS_KEY/],
    [403, 'AccessDenied', /^FILES_S3_ACCESS_KEY: may not list the bucket pictures/],
    [403, 'RequestTimeTooSkewed', /Set the clock of this machine/],
    [400, 'AuthorizationHeaderMalformed', /^FILES_S3_REGION: .* region us-east-1/],
    [301, 'PermanentRedirect', /^FILES_S3_REGION: /],
    [307, '', /^FILES_S3_REGION: /],
    [503, 'SlowDown', /cannot serve now \(503 SlowDown\)/],
    [404, '', /^FILES_S3_ENDPOINT: .* does not answer as an S3 service does \(404\)/],
  ];
  it.each(refusals)('reports an answer of %i %s with what to change', async (status, code, text) => {
    const server = http.createServer((_request, response) => {
      const headers = status === 307 ? { location: 'http://127.0.0.1:9/' } : {};
      response.writeHead(status, headers).end(code === '' ? 'no' : `<Error><Code>${code}</Code></Error>`);
    });
    expect(await findS3Fault({ ...s3, endpoint: `http://127.0.0.1:${await portOf(server)}` })).toMatch(text);
  });
});
