// A logo over HTTP: chosen by a super admin, seen by everybody, also in mails, and by no one of another tenant.
import { beforeAll, describe, expect, it, vi } from 'vitest';
import sharp from 'sharp';
import { openMailBox } from '../../platform/mail/mail-box.testing.ts';
import { mailJobs } from '../../platform/mail/mail.jobs.ts';
import { queueMail } from '../../platform/mail/mail.queries.ts';
import { smtpTransport } from '../../platform/mail/mail-transport.ts';
import { makeSite, makeTenant, makeUser, type MadeTenant } from '../../testing/factories.ts';
import { browserOf } from '../../testing/made-sessions.ts';
import { anyone, type Caller, testApp, type TestApp } from '../../testing/test-app.ts';
import { formOf, testFiles } from '../../testing/test-files.ts';
import { testJobs } from '../../testing/test-jobs.ts';

const path = '/secure/app-settings/logo';

let server: TestApp;
let tenant: MadeTenant;
let admin: Caller;
beforeAll(async () => {
  server = await testApp();
  tenant = await makeTenant(server.owner, { name: 'Acme' });
  admin = await browserOf(server, tenant, (await makeUser(server.owner, tenant)).id);
});

const wide = () =>
  sharp({ create: { width: 1_200, height: 300, channels: 4, background: '#0b6c7080' } })
    .png()
    .toBuffer();

const upload = (caller: Caller, bytes: Buffer, name = 'Our logo.png') =>
  caller('POST', '/secure/files', { query: { purpose: 'tenantLogo' }, ...formOf(bytes, name) });

async function uploaded(caller = admin): Promise<string> {
  const reply = await upload(caller, await wide());
  expect(reply.statusCode).toBe(200);
  return reply.json().fileId;
}

const save = (fileId: string | null, caller = admin) => caller('PUT', path, { body: { fileId } });
const metadata = async () => (await anyone(server.app, tenant)('GET', '/admin/metadata')).json();

describe('a logo', () => {
  it('[MNG-09] is drawn again without its proportions lost, and shown before sign-in and in every session', async () => {
    const before = Number((await admin('GET', '/secure/user-metadata')).json().settingsVersion);
    const fileId = await uploaded();
    expect((await save(fileId)).json()).toEqual({ fileId });
    expect((await metadata()).logo).toBe(fileId);
    const session = (await admin('GET', '/secure/user-metadata')).json();
    expect(session.tenantConfig).toContainEqual({ configKey: 'logo', configValue: fileId });
    expect(session.tenantConfig).toContainEqual({ configKey: 'tenantName', configValue: 'Acme' });
    expect(session.settingsVersion).toBe(before + 1);
    const shown = await anyone(server.app, tenant)('GET', `/logo/${fileId}`);
    expect([shown.statusCode, shown.headers['content-type']]).toEqual([200, 'image/png']);
    expect(shown.headers['content-security-policy']).toContain('sandbox');
    const { width, height } = await sharp(shown.rawPayload).metadata();
    expect([width, height]).toEqual([480, 120]);
  });

  it('is replaced and removed, each time with an entry in the audit log', async () => {
    const first = await uploaded();
    await save(first);
    const second = await uploaded();
    await save(second);
    const guest = anyone(server.app, tenant);
    expect((await guest('GET', `/logo/${first}`)).statusCode).toBe(404);
    expect((await guest('GET', `/logo/${second}`)).statusCode).toBe(200);
    expect((await save(null)).json()).toEqual({ fileId: null });
    expect((await metadata()).logo).toBe(null);
    expect((await guest('GET', `/logo/${second}`)).statusCode).toBe(404);
    const entries = await server.owner
      .selectFrom('audit_entries')
      .select(['before', 'after'])
      .where('tenant_id', '=', tenant.id)
      .where('action', '=', 'settings.logoChanged')
      .orderBy('id', 'desc')
      .limit(2)
      .execute();
    expect(entries).toEqual([
      { before: { logo: 'Our logo.png' }, after: { logo: '' } },
      { before: { logo: 'Our logo.png' }, after: { logo: 'Our logo.png' } },
    ]);
  });

  it('is of super admins and of this tenant alone, and must be a picture', async () => {
    const siteId = await makeSite(server.owner, tenant);
    const sub = await browserOf(server, tenant, (await makeUser(server.owner, tenant, { siteId })).id);
    expect((await upload(sub, await wide())).statusCode).toBe(403);
    expect((await save(null, sub)).statusCode).toBe(403);
    const other = await makeTenant(server.owner);
    const stranger = await browserOf(server, other, (await makeUser(server.owner, other)).id);
    const foreign = await uploaded(stranger);
    const stolen = await save(foreign);
    expect([stolen.statusCode, Object.keys(stolen.json())]).toEqual([400, ['fileId']]);
    const photo = await admin('POST', '/secure/files', {
      query: { purpose: 'image' },
      ...formOf(await wide()),
    });
    expect((await save(photo.json().fileId)).statusCode).toBe(400);
    const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>');
    expect((await upload(admin, svg)).json().file[0].message).toBe('photo_type');
    await save(foreign, stranger);
    expect((await anyone(server.app, tenant)('GET', `/logo/${foreign}`)).statusCode).toBe(404);
  });
});

describe('a mail', () => {
  it('[MNG-09] bears the logo as part of itself and the accent as far as it can be read', async () => {
    const box = await openMailBox();
    const transport = smtpTransport(box.url);
    const files = testFiles();
    const worker = await testJobs(server, mailJobs({ transport, files, fromAddress: 'a@b.example' }));
    await save(await uploaded());
    await server.owner
      .insertInto('tenant_config')
      .values({ tenant_id: tenant.id, config_key: 'accentColour', config_value: '#ffee00' })
      .execute();
    const queue = () =>
      queueMail(server.database.forTenant(tenant.id), {
        tenantId: tenant.id,
        to: 'asha@watchpost.example',
        template: 'notice',
        language: 'en',
        values: { title: 'Hello', text: 'There', link: { label: 'Open', url: 'https://a.example' } },
      });
    await queue();
    await vi.waitFor(() => expect(box.arrived.length).toBe(1), { timeout: 60_000, interval: 50 });
    const [mail] = box.arrived;
    expect(mail?.attachments).toMatchObject([
      { contentId: '<tenant-logo>', disposition: 'inline', mimeType: 'image/png' },
    ]);
    expect(mail?.html).toContain('src="cid:tenant-logo" alt="Acme"');
    expect(mail?.html).not.toContain('#ffee00');
    await save(null);
    await queue();
    await vi.waitFor(() => expect(box.arrived.length).toBe(2), { timeout: 60_000, interval: 50 });
    expect(box.arrived[1]?.attachments).toEqual([]);
    expect(box.arrived[1]?.html).toContain('>Acme</strong>');
    await worker.stop();
    transport.close();
  });
});
