import { beforeAll, describe, expect, it } from 'vitest';
import { type MadeTenant, makeTenant, makeUser } from '../../testing/factories.ts';
import { browserOf } from '../../testing/made-sessions.ts';
import { makeException } from '../../testing/make-exception.ts';
import { type Caller, testApp, type TestApp } from '../../testing/test-app.ts';
import { formOf, plainPicture } from '../../testing/test-files.ts';
import { makeExceptionWorld } from './exceptions.testing.ts';

let server: TestApp;
let tenant: MadeTenant;
let siteId: string;
let otherSiteId: string;
let admin: Caller;
let subAdmin: Caller;

beforeAll(async () => {
  server = await testApp();
  ({ tenant, siteId, otherSiteId, admin, subAdmin } = await makeExceptionWorld(server));
});

const make = (values: object = {}, site = siteId) => makeException(server.owner, tenant, site, values);
const read = async (id: string, by = admin) => (await by('GET', `/secure/exceptions/${id}`)).json();
const codeOf = (reply: { json: () => { general: { code: string }[] } }) => reply.json().general[0]?.code;

describe('evidence', () => {
  const add = (id: string, bytes: Buffer, name: string, by = admin) =>
    by('POST', `/secure/exceptions/${id}/evidence`, { ...formOf(bytes, name, 'application/octet-stream') });
  const pdf = Buffer.from('%PDF-1.4\n1 0 obj<</Type/Catalog>>endobj\ntrailer<</Root 1 0 R>>\n%%EOF\n');

  it('is a picture drawn again or a PDF, seen by anyone who sees the exception', async () => {
    const id = await make();
    expect((await add(id, await plainPicture(400, 300), 'gate.png')).statusCode).toBe(200);
    expect((await add(id, pdf, 'C:\\scans\\letter.exe')).statusCode).toBe(200);
    const { files, exception, history } = await read(id, subAdmin);
    expect(exception.files).toBe(2);
    expect(files).toMatchObject([
      { name: 'gate.jpg', mediaType: 'image/jpeg', addedBy: 'Asha Kale' },
      { name: 'letter.pdf', mediaType: 'application/pdf' },
    ]);
    expect(history.map(({ kind }: { kind: string }) => kind)).toEqual(['evidence', 'evidence']);
    const [picture, document] = files;
    const path = (fileId: string) => `/secure/exceptions/${id}/evidence/${fileId}`;
    const letter = await subAdmin('GET', path(document.id));
    expect(letter.headers['content-type']).toBe('application/pdf');
    expect(letter.headers['content-disposition']).toMatch(/^attachment/);
    expect(letter.rawPayload.equals(pdf)).toBe(true);
    const small = await subAdmin('GET', path(picture.id), { query: { size: '96' } });
    expect(small.headers['content-type']).toBe('image/jpeg');
    expect((await subAdmin('GET', path(document.id), { query: { size: '96' } })).statusCode).toBe(404);
  });

  it('of another exception, another site or another tenant is not there', async () => {
    const id = await make({}, otherSiteId);
    await add(id, pdf, 'a.pdf');
    const [{ id: fileId }] = (await read(id)).files;
    const other = await make();
    const stranger = await makeTenant(server.owner);
    const strange = await browserOf(server, stranger, (await makeUser(server.owner, stranger)).id);
    expect((await admin('GET', `/secure/exceptions/${other}/evidence/${fileId}`)).statusCode).toBe(404);
    expect((await subAdmin('GET', `/secure/exceptions/${id}/evidence/${fileId}`)).statusCode).toBe(404);
    expect((await strange('GET', `/secure/exceptions/${id}/evidence/${fileId}`)).statusCode).toBe(404);
    expect((await subAdmin('GET', `/secure/files/${fileId}`)).statusCode).toBe(404);
    expect((await add(id, pdf, 'a.pdf', subAdmin)).statusCode).toBe(404);
  });

  it.each([
    ['nothing known', Buffer.from('MZ this is a program'), 'photo_type'],
    ['a torn PDF', Buffer.from('%PDF-1.4\n1 0 obj'), 'evidence_broken'],
  ])('that is %s is refused', async (_what, bytes, message) => {
    const reply = await add(await make(), bytes, 'a.pdf');
    expect(reply.statusCode).toBe(400);
    expect(reply.json()).toEqual({ file: [{ code: 'invalid', message }] });
  });

  it('ends where an exception holds as many files as it can', async () => {
    const id = await make();
    for (let files = 0; files < 20; files += 1) await add(id, pdf, 'a.pdf');
    expect(codeOf(await add(id, pdf, 'a.pdf'))).toBe('filesFull');
  });
});
