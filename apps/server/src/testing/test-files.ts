// One file store on disk for a whole test file, and forms to upload a file.
import { mkdtempSync, rmSync } from 'node:fs';
import path from 'node:path';
import sharp from 'sharp';
import { uuidv7 } from 'uuidv7';
import { inject } from 'vitest';
import { thumbnailSidesPx } from '@watchpost/domain/limits';
import { diskFiles } from '../platform/adapters/files/disk-files.ts';
import type { FileStore } from '../platform/adapters/files/file-store.ts';
import type { Db } from '../platform/db/database.ts';
import type { MadeTenant } from './factories.ts';
import { atFileEnd } from './file-end.ts';

let made: FileStore | null = null;

export function testFiles(): FileStore {
  if (made !== null) return made;
  const folder = mkdtempSync(path.join(inject('testRun').folder, 'files-'));
  atFileEnd(() => {
    made = null;
    rmSync(folder, { recursive: true, force: true });
  });
  made = diskFiles(folder);
  return made;
}

/** Has pictures that factories make kept where a server of one's own looks for them. */
export function storeFilesIn(folder: string): void {
  made = diskFiles(folder);
}

/** A small picture of one colour. */
export function plainPicture(
  width = 300,
  height = width,
  format: 'png' | 'jpeg' | 'gif' = 'png',
): Promise<Buffer> {
  const background = { r: 30, g: 110, b: 200 };
  return sharp({ create: { width, height, channels: 3, background } })
    .toFormat(format)
    .toBuffer();
}

/** A user's stored profile picture; its file's id. */
export async function makePhoto(owner: Db, tenant: MadeTenant, userId: string): Promise<string> {
  const bytes = await plainPicture(300, 300, 'jpeg');
  const id = uuidv7();
  const storage_key = `${tenant.id}/${id}`;
  for (const part of ['main', ...thumbnailSidesPx]) {
    await testFiles().put(`${storage_key}/${part}`, bytes, 'image/jpeg');
  }
  const size = { width: 300, height: 300, bytes: bytes.length, sha256: Buffer.alloc(32) };
  await owner
    .insertInto('files')
    .values({
      tenant_id: tenant.id,
      id,
      owner_id: userId,
      purpose: 'profileImage',
      name: 'photo.jpg',
      media_type: 'image/jpeg',
      storage_key,
      ...size,
    })
    .execute();
  return id;
}

export interface Form {
  readonly payload: Buffer;
  readonly headers: Record<string, string>;
}

/** A form with one file, as a browser sends it. */
export function formOf(bytes: Uint8Array, name = 'photo.png', type = 'image/png'): Form {
  const boundary = '----watchpost-test-form';
  const head = `--${boundary}\r\nContent-Disposition: form-data; name="file"; filename="${name}"\r\nContent-Type: ${type}\r\n\r\n`;
  return {
    payload: Buffer.concat([Buffer.from(head), bytes, Buffer.from(`\r\n--${boundary}--\r\n`)]),
    headers: { 'content-type': `multipart/form-data; boundary=${boundary}` },
  };
}
