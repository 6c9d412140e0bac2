import { randomUUID } from 'node:crypto';
import net from 'node:net';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { readEnv } from '../../env.ts';
import { databaseUrlOf } from '../../testing/run-command.ts';
import { type TestDatabase, testDatabase } from '../../testing/test-database.ts';
import { requireDataFolder } from './data-folder.ts';
import { cleanUp, newFolder } from './embedded/embedded-postgres.testing.ts';
import { openOwner } from './database.ts';
import { sentenceOf } from './open-owner-store.ts';
import { connectionOf, openStore } from './open-store.ts';

it.each(['require', 'verify-ca', 'verify-full'])('sslmode=%s connects by TLS or not at all', (mode) => {
  const connection = connectionOf(`postgres://who:pass%2Fword@db.example:6432/patrol?sslmode=${mode}`);
  expect(connection).toEqual({
    host: 'db.example',
    port: 6432,
    user: 'who',
    password: 'pass/word',
    database: 'patrol',
    ssl: true,
  });
});

it('without one the connection is plain, as on the own machine', () => {
  expect(connectionOf('postgres://who@localhost/patrol')).not.toHaveProperty('ssl');
});

afterEach(cleanUp);

type Change = (address: URL) => void;

/** The settings of a server on that database, after `change` of the address. */
function settingsOf({ connection }: TestDatabase, change: Change = () => {}): NodeJS.ProcessEnv {
  const address = new URL(databaseUrlOf(connection));
  change(address);
  return { DATABASE_URL: address.href };
}

const asServing: Change = (to) => (to.username = 'watchpost_app');

/** Opens a store on the test's database, which speaks no TLS, as who serves it; resolves with the name of that role. */
async function servedBy(mode: string): Promise<string | undefined> {
  const store = await testDatabase();
  const { DATABASE_URL: app } = settingsOf(store, asServing);
  const env = readEnv({ ...settingsOf(store), DATABASE_APP_URL: `${app}&sslmode=${mode}` });
  const served = await openStore(env, () => {});
  try {
    const { rows } = await sql<{ role: string }>`SELECT current_user AS role`.execute(served.database.shared);
    return rows[0]?.role;
  } finally {
    await served.close();
  }
}

it.each(['disable', 'allow', 'prefer'])(
  'DATABASE_APP_URL with sslmode=%s connects without TLS, as DATABASE_URL does',
  async (mode) => {
    expect(await servedBy(mode)).toBe('watchpost_app');
  },
);

it('DATABASE_APP_URL with sslmode=require connects by TLS or not at all, as DATABASE_URL does', async () => {
  await expect(servedBy('require')).rejects.toThrow(/SSL/);
});

const opened = async (settings: NodeJS.ProcessEnv) => (await openStore(readEnv(settings), () => {})).close();
const refused = (words: RegExp) =>
  expect.objectContaining({ name: 'EnvError', message: expect.stringMatching(words) });

describe('a database that cannot be served', () => {
  let store: TestDatabase;
  beforeAll(async () => {
    store = await testDatabase();
  });

  const wrong: [string, Change, RegExp][] = [
    ['is away', (to) => (to.port = '1'), /^DATABASE_URL: connect .*correct host and port/],
    [
      'has no such name',
      (to) => (to.pathname = '/nowhere'),
      /^DATABASE_URL: database "nowhere" .* Create that/,
    ],
    ['knows no such user', (to) => (to.username = 'nobody'), /^DATABASE_URL: .*"nobody".* Correct the user/],
    ['speaks no TLS', (to) => to.searchParams.set('sslmode', 'require'), /^DATABASE_URL: .* Switch TLS on/],
  ];
  it.each(wrong)('that %s is reported with what to change', async (_, change, words) => {
    await expect(opened(settingsOf(store, change))).rejects.toThrow(refused(words));
  });

  it('with a full disk is reported in one sentence', async () => {
    const full = sql`DO $$ BEGIN RAISE EXCEPTION 'could not extend file' USING ERRCODE = 'disk_full'; END $$`;
    const error: unknown = await full.execute(store.owner).catch((thrown: unknown) => thrown);
    expect(sentenceOf(error)).toBe('The disk is full. Make room and start again. (could not extend file)');
  });

  it('that breaks off while it is migrated is reported in one sentence', () => {
    const lost = new Error('Client has encountered a connection error and is not queryable');
    expect(sentenceOf(lost)).toMatch(/^The database broke off: .*full disk; start again/);
  });

  it('whose serving role alone cannot connect is reported by DATABASE_APP_URL', async () => {
    const { DATABASE_URL: app } = settingsOf(store, (to) => (to.pathname = '/nowhere'));
    const settings = { ...settingsOf(store), DATABASE_APP_URL: app };
    await expect(opened(settings)).rejects.toThrow(refused(/^DATABASE_APP_URL: .*"nowhere"/));
  });

  it.each([`${import.meta.filename}/data`, ...(process.platform === 'linux' ? ['/proc/x'] : [])])(
    'whose data folder, %s, is no folder is reported by DATA_DIR',
    async (dataDir) => {
      const settings = { ...settingsOf(store), DATA_DIR: dataDir };
      await expect(requireDataFolder(readEnv(settings))).rejects.toThrow(
        refused(/^DATA_DIR=.*choose a folder/),
      );
    },
  );

  it('since a newer version has used it is left as it is', async () => {
    await sql`INSERT INTO kysely_migration (name, timestamp) VALUES ('9999-of-tomorrow', '')`.execute(
      store.owner,
    );
    await expect(opened(settingsOf(store))).rejects.toThrow(
      refused(/newer version .*9999-of-tomorrow.* restore/),
    );
  });
});

type Answer = (socket: net.Socket) => void;

/** Resolves with the port of something that is no PostgreSQL. */
async function listening(answer: Answer): Promise<number> {
  const server = net.createServer((socket) => {
    socket.on('error', () => {});
    answer(socket);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  strangers.push(server);
  const address = server.address();
  return typeof address === 'object' && address !== null ? address.port : 0;
}
const strangers: net.Server[] = [];
afterEach(() => {
  for (const server of strangers.splice(0)) server.close();
});

const page = 'HTTP/1.1 400 Bad Request\r\nContent-Length: 0\r\n\r\n';
const others: [string, Answer][] = [
  ['a web server', (socket) => socket.once('data', () => socket.end(page))],
  ['a server of SSH', (socket) => socket.end('SSH-2.0-OpenSSH_9.6\r\n')],
  ['a mail server', (socket) => socket.write('220 mail.example.com ESMTP\r\n')],
  ['something that hangs up', (socket) => socket.destroy()],
  ['something that hangs up once it is asked', (socket) => socket.once('data', () => socket.destroy())],
  ['something that never answers', () => {}],
];
it.each(others)(
  '[TRUTH-12] DATABASE_URL that leads to %s is named, with what to change',
  async (_, answer) => {
    const port = await listening(answer);
    const settings = { DATABASE_URL: `postgres://who:secret-word@127.0.0.1:${port}/patrol` };
    const thrown: unknown = await opened(settings).catch((error: unknown) => error);
    expect(thrown).toEqual(refused(/^DATABASE_URL: .*[Cc]orrect host and port/));
    expect(String(thrown)).not.toContain('secret-word');
  },
);

describe('the serving role of an owner who may create no roles', () => {
  const owner = `owner_${randomUUID().slice(0, 8)}`;
  const names = { bypassing: `${owner}_bypassing`, member: `${owner}_member` };
  let store: TestDatabase;
  beforeAll(async () => {
    store = await testDatabase();
    const statements = [
      `CREATE ROLE ${owner} LOGIN PASSWORD 'secret'`,
      `CREATE ROLE ${names.bypassing} LOGIN BYPASSRLS IN ROLE watchpost_app`,
      `CREATE ROLE ${names.member} LOGIN IN ROLE ${owner}`,
      `CREATE DATABASE ${owner} OWNER ${owner}`,
    ];
    for (const statement of statements) await sql.raw(statement).execute(store.owner);
  });
  afterAll(async () => {
    await sql.raw(`DROP DATABASE ${owner} WITH (FORCE)`).execute(store.owner);
    await sql.raw(`DROP ROLE ${names.bypassing}, ${names.member}, ${owner}`).execute(store.owner);
  });

  const settings = (change: Change): NodeJS.ProcessEnv => {
    const own = (to: URL) => Object.assign(to, { pathname: owner, username: owner, password: 'secret' });
    const app = (to: URL) => change(Object.assign(to, { pathname: owner }));
    return {
      ...settingsOf(store, own),
      DATABASE_APP_URL: settingsOf(store, app).DATABASE_URL,
    };
  };

  it('is the one that DATABASE_APP_URL names', async () => {
    await opened(settings(asServing));
  });

  it('is not the owner, from whom policies that are forced on it would hide every row', async () => {
    const { db, close } = openOwner({ ...store.connection, database: owner });
    const force = (words: string) => sql.raw(`ALTER TABLE guards ${words} ROW LEVEL SECURITY`).execute(db);
    await opened(settings(asServing));
    await force('FORCE');
    try {
      await expect(opened(settings(asServing))).rejects.toThrow(refused(/^DATABASE_URL: .* rows of guards/));
    } finally {
      await force('NO FORCE');
      await close();
    }
  });

  it('is reported where it finds no tables, as in another database', async () => {
    const elsewhere = settingsOf(store, (to) =>
      Object.assign(to, { pathname: 'postgres', username: 'watchpost_app' }),
    );
    await expect(
      opened({ ...settings(asServing), DATABASE_APP_URL: elsewhere.DATABASE_URL }),
    ).rejects.toThrow(refused(/^DATABASE_APP_URL: .*watchpost_app.* finds no tables.* of DATABASE_URL/));
  });

  const unheld: [string, Change, RegExp][] = [
    ['a superuser', () => {}, /is a superuser/],
    ['one with BYPASSRLS', (to) => (to.username = names.bypassing), /has BYPASSRLS/],
    ['the owner of the tables', (to) => (to.username = owner), /has the rights of the owner of tables/],
    ['a member of the owner', (to) => (to.username = names.member), /has the rights of the owner of tables/],
  ];
  it.each(unheld)('is refused as %s, whom row-level security does not hold', async (_, change, reason) => {
    const sentence = new RegExp(
      `^DATABASE_APP_URL: the role \\w+, which serves requests, ${reason.source}.* Name watchpost_app in it`,
    );
    await expect(opened(settings(change))).rejects.toThrow(refused(sentence));
  });
});

it('a serving role of the embedded database that was given too much is refused', async () => {
  const env = readEnv({ DATA_DIR: newFolder() });
  const store = await openStore(env, () => {});
  await sql`ALTER ROLE watchpost_app BYPASSRLS`.execute(store.owner);
  await store.close();
  const words = /^DATA_DIR: the role watchpost_app.* has BYPASSRLS.* ALTER ROLE watchpost_app/;
  await expect(openStore(env, () => {})).rejects.toThrow(refused(words));
});
