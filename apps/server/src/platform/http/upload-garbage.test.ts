import { setImmediate as turn } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { padded } from '../../company/files/pictures.testing.ts';
import { makeTenant, makeUser } from '../../testing/factories.ts';
import { signedIn, testApp } from '../../testing/test-app.ts';
import { formOf, plainPicture } from '../../testing/test-files.ts';
import { UploadGarbage } from './upload-garbage.ts';

setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc') as NodeJS.GCFunction;
const usual = globalThis.gc;
const megabyte = 1_000_000;
let collections = 0;

beforeEach(() => {
  collections = 0;
  globalThis.gc = (() => {
    collections += 1;
    return collect();
  }) as NodeJS.GCFunction;
});
afterEach(() => {
  globalThis.gc = usual;
});

it('what files leave behind is collected when they were many megabytes, and not before', async () => {
  const garbage = new UploadGarbage(() => globalThis.gc?.());
  const files = Array.from({ length: 15 }, () => new WeakRef(Buffer.allocUnsafeSlow(megabyte)));
  garbage.note(15 * megabyte);
  garbage.collectWhenMuch();
  expect(collections).toBe(0);
  garbage.note(megabyte);
  await turn();
  garbage.collectWhenMuch();
  garbage.collectWhenMuch();
  await turn();
  expect(collections).toBe(1);
  expect(files.filter((file) => file.deref() !== undefined)).toEqual([]);
});

it('large files are counted at the doors that take them, whether they are kept or refused', async () => {
  const { app, owner } = await testApp();
  const tenant = await makeTenant(owner);
  const admin = await signedIn(app, tenant, (await makeUser(owner, tenant)).email);
  const send = (bytes: Uint8Array) =>
    admin('POST', '/secure/files', { query: { purpose: 'image' }, ...formOf(bytes) });
  const stored = await send(padded(await plainPicture(), 9 * megabyte));
  expect([stored.statusCode, collections]).toEqual([200, 0]);
  expect((await send(Buffer.alloc(9 * megabyte))).statusCode).toBe(400);
  await turn();
  expect(collections).toBe(1);
});
