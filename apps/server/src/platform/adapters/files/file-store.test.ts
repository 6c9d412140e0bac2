// The same promises of both places where files can lie; the S3 service is a real one, run here.
import fs from 'node:fs';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import os from 'node:os';
import path from 'node:path';
import S3rver from 's3rver';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { diskFiles } from './disk-files.ts';
import type { FileStore } from './file-store.ts';
import { s3Files, type S3Settings } from './s3-files.ts';

const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'watchpost-store-'));
const onDisk = path.join(folder, 'disk');
let service: S3rver;
let s3: S3Settings;

beforeAll(async () => {
  service = new S3rver({
    port: 0,
    address: '127.0.0.1',
    silent: true,
    directory: path.join(folder, 's3'),
    configureBuckets: [{ name: 'pictures', configs: [] }],
  });
  const { port } = (await service.run()) satisfies AddressInfo;
  const endpoint = `http://127.0.0.1:${port}/`;
  s3 = { endpoint, bucket: 'pictures', region: 'us-east-1', accessKey: 'S3RVER', secretKey: 'S3RVER' };
});

afterAll(async () => {
  await service.close();
  fs.rmSync(folder, { recursive: true, force: true });
});

const stores: [string, () => FileStore][] = [
  ['disk', () => diskFiles(onDisk)],
  ['S3', () => s3Files(s3)],
];

describe.each(stores)('files on %s', (_where, open) => {
  const key = 'tenant-1/file-1/main';

  it('[API-08] are read as they were put, also by another opener', async () => {
    const bytes = Buffer.from(Uint8Array.from({ length: 100_000 }, (_, at) => at % 256));
    await open().put(key, bytes.subarray(10, 90_000), 'image/png');
    expect((await open().get(key))?.equals(bytes.subarray(10, 90_000))).toBe(true);
  });

  it('are replaced whole', async () => {
    const store = open();
    await store.put(key, Buffer.from('first and longer'), 'image/png');
    await store.put(key, Buffer.from('second'), 'image/png');
    expect(String(await store.get(key))).toBe('second');
  });

  it('are listed by their keys, none before the first', async () => {
    const listed = async () => {
      const keys = [];
      for await (const one of open().list()) keys.push(one);
      return keys.toSorted();
    };
    for (const one of await listed()) await open().delete(one);
    expect(await listed()).toEqual([]);
    await open().put('reports/run-1', Buffer.from('x'), 'application/pdf');
    await open().put(key, Buffer.from('x'), 'image/png');
    expect(await listed()).toEqual(['reports/run-1', key]);
  });

  it('are gone once deleted, which may be said twice', async () => {
    const store = open();
    await store.put(key, Buffer.from('x'), 'image/png');
    await store.delete(key);
    await store.delete(key);
    expect(await store.get(key)).toBeNull();
    expect(await store.get('tenant-1/never/main')).toBeNull();
    expect(await store.get('never/at/all')).toBeNull();
  });

  it('written at once under one key are one of them, never a mixture', async () => {
    const store = open();
    const contents = Array.from({ length: 12 }, (_, at) => Buffer.alloc(50_000, at));
    await Promise.all(contents.map((bytes) => store.put(key, bytes, 'image/png')));
    const stored = await store.get(key);
    expect(contents.some((bytes) => stored?.equals(bytes) === true)).toBe(true);
  });

  it.each([
    '',
    '/',
    '../x',
    'a/../b',
    'a//b',
    '/etc/passwd',
    'a\\b',
    'a.b',
    'A',
    'a\0',
    'a/b/c/d/e',
    'a/',
    '%2e%2e',
  ])('the key %j is refused before anything is touched', async (bad) => {
    const store = open();
    const isBug = TypeError;
    await expect(store.put(bad, Buffer.from('x'), 'image/png')).rejects.toThrow(isBug);
    await expect(store.get(bad)).rejects.toThrow(isBug);
    await expect(store.delete(bad)).rejects.toThrow(isBug);
  });
});

describe('files on disk', () => {
  it('leave no drafts behind and are for no one else on the machine', async () => {
    await diskFiles(onDisk).put('a/b/c', Buffer.from('x'), 'image/png');
    const names = fs.readdirSync(onDisk, { recursive: true }).map(String);
    expect(names.filter((name) => name.endsWith('.part'))).toEqual([]);
    const mode = fs.statSync(path.join(onDisk, 'a', 'b', 'c')).mode & 0o777;
    // Windows knows no such modes.
    expect([0o600, process.platform === 'win32' ? mode : 0o600]).toContain(mode);
  });

  it('that cannot be written fail and leave nothing', async () => {
    fs.writeFileSync(path.join(onDisk, 'taken'), '');
    await expect(diskFiles(onDisk).put('taken/x', Buffer.from('x'), 'image/png')).rejects.toThrow('EEXIST');
    expect(await diskFiles(onDisk).get('taken/x')).toBeNull();
  });
});

describe('files on S3', () => {
  it('wrong keys, a missing bucket and a service that is away are failures, never missing files', async () => {
    const wrong = [
      { ...s3, accessKey: 'nobody' },
      { ...s3, bucket: 'no-such-bucket' },
    ];
    for (const settings of wrong) {
      await expect(s3Files(settings).get('a/b')).rejects.toThrow('the file service');
      await expect(s3Files(settings).put('a/b', Buffer.from('x'), 'image/png')).rejects.toThrow(
        'the file service',
      );
    }
    const closed = new S3rver({
      port: 0,
      address: '127.0.0.1',
      silent: true,
      directory: path.join(folder, 'away'),
    });
    const { port } = await closed.run();
    await closed.close();
    await expect(s3Files({ ...s3, endpoint: `http://127.0.0.1:${port}` }).get('a/b')).rejects.toThrow(
      'fetch failed',
    );
  });

  it('a service that sends elsewhere is not followed', async () => {
    const asked: (string | undefined)[] = [];
    const server = http.createServer((request, response) => {
      asked.push(request.url);
      response.writeHead(307, { location: '/elsewhere' }).end();
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const address = server.address();
    const port = typeof address === 'object' && address !== null ? address.port : 0;
    const files = s3Files({ ...s3, endpoint: `http://127.0.0.1:${port}` });
    await expect(files.get('a/b')).rejects.toThrow('fetch failed');
    await expect(files.put('a/b', Buffer.from('x'), 'image/png')).rejects.toThrow('fetch failed');
    expect(asked).not.toContain('/elsewhere');
    expect(asked.length).toBeGreaterThan(0);
    server.close();
  });
});
