import { inflateSync } from 'node:zlib';
import { expect, it } from 'vitest';
import { pdfText } from '../../platform/tables-out/pdf-text.testing.ts';
import { testApp } from '../../testing/test-app.ts';
import { formOf, plainPicture } from '../../testing/test-files.ts';
import { fieldsOf, makeIncidentWorld } from './incidents.testing.ts';

const server = await testApp();
const world = await makeIncidentWorld(server);

async function reportOf(id: string, language: string): Promise<Buffer> {
  const headers = { 'accept-language': language };
  const reply = await world.admin('GET', `/secure/incidents/${id}/report`, { headers });
  expect(reply.headers['content-type']).toBe('application/pdf');
  expect(reply.headers['content-disposition']).toContain('Incident');
  return reply.rawPayload;
}

/** What the file's own drawing instructions write in Western letters, and what it holds besides. */
function read(pdf: Buffer) {
  const file = pdf.toString('latin1');
  const lines: string[] = [];
  for (const [, packed] of file.matchAll(/stream\n(.*?)\nendstream/gsu)) {
    const drawing = unpacked(Buffer.from(packed ?? '', 'latin1'));
    for (const [, hex] of drawing.matchAll(/ Tm <([0-9a-f]*)> Tj/gu)) {
      lines.push(Buffer.from(hex ?? '', 'hex').toString('latin1'));
    }
  }
  return {
    text: lines.join('\n'),
    pictures: file.match(/\/Subtype \/Image/g)?.length ?? 0,
    scriptFonts: new Set(file.match(/\/FontName \/[A-Z]+\+NotoSans[\w-]*/gu)).size,
  };
}

/** Empty for what is no drawing. */
function unpacked(bytes: Buffer): string {
  try {
    return inflateSync(bytes).toString('latin1');
  } catch {
    return '';
  }
}

it('[MNG-08] [INPUT-04] an incident is printed with its facts, photo and history, in every script', async () => {
  const query = { purpose: 'image' };
  const form = formOf(await plainPicture(400, 300));
  const { fileId } = (await world.admin('POST', '/secure/files', { query, ...form })).json();
  const body = {
    ...fieldsOf(world, { description: 'Smoke at gate\nमुख्य द्वार पर धुआँ\n東門 البوابة' }),
    photoIds: [fileId],
  };
  const { id } = (await world.admin('POST', '/secure/incidents', { body })).json();
  const comment = { comment: 'Fire brigade called' };
  await world.admin('POST', `/secure/incidents/${id}/comments`, { body: comment });

  const english = read(await reportOf(id, 'en'));
  const texts = [
    'Incident report: Fire or smoke',
    'River Depot',
    'High',
    'Smoke at gate',
    comment.comment,
    id,
  ];
  for (const each of texts) expect(english.text).toContain(each);
  expect(english.text).toMatch(/^Tenant \d+$/mu);
  expect(english.pictures).toBe(1);
  expect(english.scriptFonts).toBeGreaterThanOrEqual(3);
  // As a letter that no font has is drawn.
  expect(english.text).not.toContain('?');

  const hindi = read(await reportOf(id, 'hi'));
  expect(hindi.text).not.toContain('Incident report');
  expect(hindi.text).toContain('River Depot');
  expect(hindi.text).not.toContain('?');
});

it('[MNG-08] a long history fills further pages', async () => {
  const { id } = (
    await world.admin('POST', '/secure/incidents', { body: { ...fieldsOf(world), photoIds: [] } })
  ).json();
  for (let count = 1; count <= 30; count += 1) {
    const body = { comment: `Note ${count}: ${'the lock was looked at again. '.repeat(8)}` };
    await world.admin('POST', `/secure/incidents/${id}/comments`, { body });
  }
  const english = await reportOf(id, 'en');
  const { text } = read(english);
  expect(text).toContain('Note 1:');
  expect(text).toContain('Note 30:');
  const pages = await pdfText(english);
  expect(pages.length).toBeGreaterThan(2);
  for (const [index, page] of pages.entries())
    expect(page).toMatch(new RegExp(`Page ${index + 1} of\\s+${pages.length}\\b`, 'u'));
  const [first] = await pdfText(await reportOf(id, 'mr'));
  expect(first).toMatch(new RegExp(`1 / \\s*${pages.length}\\b`, 'u'));
});

it('[MNG-02] the logo of the site stands on the paper beside the tenant’s', async () => {
  const query = { purpose: 'siteLogo' };
  const form = formOf(await plainPicture(300, 100));
  const { fileId } = (await world.admin('POST', '/secure/files', { query, ...form })).json();
  const { id } = (
    await world.admin('POST', '/secure/incidents', { body: { ...fieldsOf(world), photoIds: [] } })
  ).json();
  const picturesOn = async () => read(await reportOf(id, 'en')).pictures;
  const before = await picturesOn();
  await world.admin('PUT', `/secure/sites/${world.siteId}/logo`, { body: { fileId } });
  expect(await picturesOn()).toBe(before + 1);
  await world.admin('PUT', `/secure/sites/${world.siteId}/logo`, { body: { fileId: null } });
  expect(await picturesOn()).toBe(before);
});
