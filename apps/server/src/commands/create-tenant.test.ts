// The command as its operator runs it: a process of its own against a real database.
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { cleanUp, newFolder, query, start } from '../platform/db/embedded/embedded-postgres.testing.ts';
import { openStore } from '../platform/db/open-store.ts';
import { readEnv } from '../env.ts';
import { createTenant } from '../company/tenants/tenants.service.ts';
import { databaseUrlOf, runCommand } from '../testing/run-command.ts';
import { anyone, testApp, type TestApp } from '../testing/test-app.ts';

let server: TestApp;

beforeAll(async () => {
  server = await testApp();
});
afterEach(cleanUp);

const run = (args: readonly string[], env: Record<string, string>, input?: string) =>
  runCommand('create-tenant.ts', args, env, input);

const argumentsFor = (slug: string) => [
  '--slug',
  slug,
  '--name',
  'Acme Guarding',
  '--email',
  'admin@acme.example',
];
const runHere = (args: readonly string[], input?: string) =>
  run(args, { DATABASE_URL: databaseUrlOf(server.connection) }, input);

async function signIn(slug: string, password: string) {
  const body = { username: 'admin@acme.example', password };
  return anyone(server.app, { id: '', slug })('POST', '/user-signin', { body });
}

const slugs = async () =>
  (await server.owner.selectFrom('tenants').select('slug').execute()).map((row) => row.slug);

describe('a new tenant', () => {
  it('has a super admin who signs in with the password that was piped in, and nothing else', async () => {
    const names = ['--first-name', 'Asha', '--last-name', 'Kale'];
    const made = await runHere([...argumentsFor('acme'), ...names], 'Chosen-pass-1\n');
    expect(made).toMatchObject({ code: 0, err: '' });
    expect(made.out).toContain('/acme/');
    expect(made.out).not.toContain('Chosen-pass-1');
    const view = (await signIn('acme', 'Chosen-pass-1')).json();
    expect(view.user).toMatchObject({ role: 'superAdmin', firstName: 'Asha', lastName: 'Kale' });
    expect(view.sitesDropdown).toEqual([{ value: '', label: 'Select Site' }]);
    const metadata = (await anyone(server.app, { id: '', slug: 'acme' })('GET', '/admin/metadata')).json();
    expect(metadata).toMatchObject({ tenantName: 'Acme Guarding', isDemo: false, demoSignIns: [] });
  });

  it('can have a generated password, which is printed once', async () => {
    const { code, out } = await runHere([...argumentsFor('bravo'), '--generate-password']);
    expect(code).toBe(0);
    const password = /shown this once: (\S{20})$/m.exec(out)?.[1] ?? '';
    expect((await signIn('bravo', password)).statusCode).toBe(200);
  });
});

describe('a wish that cannot be met', () => {
  it('is refused with every reason at once', async () => {
    const bad = [
      '--slug',
      'Acme',
      '--email',
      'admin',
      '--name',
      '  ',
      '--first-name',
      '007',
      '--last-name',
      '',
    ];
    const { code, err } = await runHere(bad, 'Chosen-pass-1');
    const options = err
      .trim()
      .split('\n')
      .map((line) => line.split(/[ :]/)[0]);
    expect([code, options]).toEqual([1, ['--slug', '--name', '--email', '--first-name', '--last-name']]);
  });

  it.each(['api', 'assets', 'demo', 'display', 'guard', 'healthz', '-acme', 'a'.repeat(41)])(
    'the slug %s is refused',
    async (slug) => {
      const asked = { slug, name: 'Acme', email: 'a@acme.example', firstName: 'A', lastName: 'B' };
      await expect(createTenant(server.owner, asked, 'Chosen-pass-1')).rejects.toThrow(`--slug ${slug}`);
      expect(await slugs()).not.toContain(slug);
    },
  );

  it.each(['seven77', 'x'.repeat(26), 'has blank', '', 'two\nlines'])(
    'the password %j is refused and makes nothing',
    async (password) => {
      const asked = { slug: 'delta', name: 'Delta', email: 'a@delta.example', firstName: 'A', lastName: 'B' };
      await expect(createTenant(server.owner, asked, password)).rejects.toThrow('8 to 25 characters');
      expect(await slugs()).not.toContain('delta');
    },
  );

  it('no password at all is refused and makes nothing', async () => {
    const ended = await runHere(argumentsFor('delta'));
    expect([ended.code, ended.err]).toEqual([1, 'No password came on standard input.\n']);
    expect(await slugs()).not.toContain('delta');
  });

  it('a slug that is taken is refused before the password is read, and the tenant stays as it was', async () => {
    expect((await runHere(argumentsFor('echo'), 'Chosen-pass-1')).code).toBe(0);
    const again = await runHere(argumentsFor('echo'), 'Another-pass-1');
    expect(again.code).toBe(1);
    expect(again.err).toContain('another tenant has this name');
    expect((await signIn('echo', 'Chosen-pass-1')).statusCode).toBe(200);
  });

  it('missing and unknown options are answered with the usage', async () => {
    for (const args of [['--slug', 'x'], ['stray']]) {
      const ended = await runHere(args);
      expect([ended.code, ended.err]).toEqual([
        2,
        expect.stringContaining('npm run tenant:create -- --slug'),
      ]);
    }
    expect((await runHere(['--help'])).code).toBe(0);
  });

  it('a database that cannot be reached is one sentence', async () => {
    const ended = await run(
      argumentsFor('foxtrot'),
      { DATABASE_URL: 'postgres://a:b@127.0.0.1:1/none' },
      'Chosen-pass-1',
    );
    expect([ended.code, ended.err]).toEqual([
      1,
      expect.stringMatching(/^DATABASE_URL: connect ECONNREFUSED .*\n$/),
    ]);
  });
});

describe('the embedded database', () => {
  const tenants = 'SELECT slug FROM tenants ORDER BY slug';

  it('takes a tenant while the product runs, and while it does not', async () => {
    const dataDir = newFolder();
    const store = await openStore(readEnv({ DATA_DIR: dataDir }), () => {});
    const alongside = await run(argumentsFor('golf'), { DATA_DIR: dataDir }, 'Chosen-pass-1');
    expect(alongside).toMatchObject({ code: 0, err: '' });
    const found = await store.owner.selectFrom('tenants').select('slug').execute();
    expect(found).toEqual([{ slug: 'golf' }]);
    await store.close();
    const alone = await run(argumentsFor('hotel'), { DATA_DIR: dataDir }, 'Chosen-pass-1');
    expect(alone).toMatchObject({ code: 0, err: '' });
    const again = await start({ dataDir });
    const connection = { ...again.connection, database: 'watchpost' };
    expect(await query({ connection }, tenants)).toEqual([{ slug: 'golf' }, { slug: 'hotel' }]);
  });
});
