import { expect, it } from 'vitest';
import sharp from 'sharp';
import { makeTenant, makeUser } from '../../testing/factories.ts';
import { signedIn, testApp } from '../../testing/test-app.ts';
import { formOf, plainPicture } from '../../testing/test-files.ts';

const woven = async (side: number) =>
  sharp(await plainPicture(side))
    .png({ progressive: true })
    .toBuffer();
const inPasses = async (side: number, chromaSubsampling: '4:2:0' | '4:4:4') =>
  sharp(await plainPicture(side))
    .jpeg({ progressive: true, chromaSubsampling })
    .toBuffer();

it('[PROF-05] what can only be unpacked whole may have fewer pixels, by what its decoder holds', async () => {
  const { app, owner } = await testApp();
  const tenant = await makeTenant(owner);
  const admin = await signedIn(app, tenant, (await makeUser(owner, tenant)).email);
  const upload = (bytes: Uint8Array) =>
    admin('POST', '/secure/files', { query: { purpose: 'profileImage' }, ...formOf(bytes, 'photo.png') });
  for (const bytes of [await woven(2_900), await inPasses(2_100, '4:4:4')]) {
    const reply = await upload(bytes);
    expect([reply.statusCode, reply.json().file[0].message]).toEqual([400, 'photo_save_plain']);
  }
  for (const bytes of [await woven(2_100), await inPasses(2_100, '4:2:0')])
    expect((await upload(bytes)).statusCode).toBe(200);
});
