// The ways to run the product in deploy/ set what env.ts reads, all of them the same few settings.
import fs from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { allEndpoints } from '../packages/contract/src/all-endpoints.ts';
import { readEnv } from '../apps/server/src/env.ts';
import { memoryFlags, memorySettings } from '../scripts/server-memory.mjs';

const folder = path.resolve(import.meta.dirname, '../deploy');
const read = (file: string) => fs.readFileSync(path.join(folder, file), 'utf8');
type Settings = ReadonlyMap<string, string>;

const settings = (text: string, pattern: RegExp): [string, string][] =>
  [...text.matchAll(pattern)].map(([, name = '', value = '']) => [name, value.replace(/^'(.*)'$/, '$1')]);

/** From a line to the next one that is no further in. */
function block(text: string, first: string): string {
  const [before = '', after = ''] = text.split(`${first}\n`);
  const depth = /( *)$/.exec(before)?.[1]?.length ?? 0;
  const lines = after.split('\n');
  const end = lines.findIndex((line) => line.trim() !== '' && line.search(/\S/) <= depth);
  return lines.slice(0, end).join('\n');
}

/** Of compose.yaml and nothing else. */
const ofCompose = new Set(['DATABASE_PASSWORD', 'TLS_FOLDER']);
const exampleFile = () => settings(read('settings.example.env'), /^([A-Z\d_]+)=(.*)$/gm);

/** What each of them sets; empty for what the operator fills in. */
const ways: Readonly<Record<string, () => Settings>> = {
  Containerfile: () => {
    const [, given = ''] = /^# Given when it is started: (.*)$/m.exec(read('Containerfile')) ?? [];
    const [, set = ''] = /^ENV (DATA_DIR=.*)$/m.exec(read('Containerfile')) ?? [];
    return new Map([...settings(set, /([A-Z\d_]+)=(\S*)/g), ...settings(given, /([A-Z\d_]+)()/g)]);
  },
  'compose.yaml': () =>
    new Map(settings(block(read('compose.yaml'), '  environment:'), /^ +([A-Z\d_]+): (.*?)$/gm)),
  'helm/values.yaml': () =>
    new Map(
      ['settings:', 'secrets:'].flatMap((first) =>
        settings(block(read('helm/values.yaml'), first), /^ +([A-Z\d_]+): (.*?)$/gm),
      ),
    ),
  'watchpost.service': () =>
    new Map([
      ...settings(read('watchpost.service'), /^Environment=([A-Z\d_]+)=(.*)$/gm),
      ...exampleFile().filter(([name]) => !ofCompose.has(name)),
    ]),
};

/** As an operator fills them in; `asked` hears of every name that is looked for. */
function filledIn(own: Settings, asked: (name: string) => void = () => {}): NodeJS.ProcessEnv {
  const filled: Readonly<Record<string, string>> = {
    DATABASE_URL: 'postgres://watchpost:secret@database:5432/watchpost',
    DATABASE_REPLICA_URL: 'postgres://proxy:5001',
    SERVER_SECRET: 'x'.repeat(32),
    PUBLIC_URL: 'https://patrol.example.com',
    DEFAULT_TENANT: 'acme',
    SMTP_URL: 'smtps://mail.example.com',
    MAIL_FROM: 'console@example.com',
  };
  const values = [...own].map(([name, value]) => [name, filled[name] ?? value] as const);
  const entries: Record<string, string> = Object.fromEntries(values);
  return new Proxy(entries, {
    get: (target, name) => {
      asked(String(name));
      return Reflect.get(target, name);
    },
  });
}

const needed = [
  'DATABASE_URL',
  'DATABASE_REPLICA_URL',
  'SERVER_SECRET',
  'DATA_DIR',
  'HOST',
  'PORT',
  'DEMO',
  'TRUST_PROXY',
  'PUBLIC_URL',
  'DEFAULT_TENANT',
  'SMTP_URL',
  'MAIL_FROM',
];

/** Read by Node, its packages and the C library. */
const ofNode = ['NODE_ENV', 'HOME', ...Object.keys(memorySettings)];

describe.each(Object.entries(ways))('deploy/%s', (_file, ownOf) => {
  it('sets whatever several servers on one database need', () => {
    expect([...ownOf().keys()]).toEqual(expect.arrayContaining(needed));
  });

  it('sets nothing that the server does not read', () => {
    const asked = new Set(ofNode);
    readEnv(filledIn(ownOf(), (name) => asked.add(name)));
    expect([...ownOf().keys()].filter((name) => !asked.has(name))).toEqual([]);
  });

  it('serves an operator who filled in the rest, without the demo, as a proxy in front needs it', () => {
    expect(readEnv(filledIn(ownOf()))).toMatchObject({
      isDemo: false,
      trustProxy: 1,
      port: 8080,
      databaseUrl: expect.stringContaining('postgres://'),
      serverSecret: 'x'.repeat(32),
      defaultTenant: 'acme',
    });
  });
});

it.each(['Containerfile', 'watchpost.service'])('deploy/%s starts the server as npm start does', (file) => {
  const text = read(file);
  for (const flag of memoryFlags) expect(text).toMatch(new RegExp(`node"?,? .*"?${flag}"?,? `));
  for (const [name, value] of Object.entries(memorySettings))
    expect(text).toMatch(new RegExp(`^(ENV .*|Environment=)${name}=${value}$`, 'm'));
});

it('compose.yaml takes from its file of settings what that file names, and hands on whatever else is there', () => {
  const compose = read('compose.yaml');
  const asked = [...compose.matchAll(/\$\{([A-Z\d_]+)/g)].map(([, name]) => name);
  const named = exampleFile().map(([name]) => name);
  expect(named).toEqual(expect.arrayContaining(asked));
  const [, file = ''] = /^ {2}env_file: (.*)$/m.exec(compose) ?? [];
  expect(compose).toContain(`--env-file deploy/${file} `);
});

it('the chart keeps whatever secret it is given, not those alone that it knows', () => {
  const secret = read('helm/templates/secret.yaml');
  expect(secret).toMatch(
    /range \$name, \$value := \.Values\.secrets }}\n +{{ \$name }}: {{ \$value \| quote }}/,
  );
});

it.each(['Containerfile', 'helm/templates/deployment.yaml'])(
  'deploy/%s asks for health where the server answers',
  (file) => {
    const asked = [...read(file).matchAll(/(?:path: |PORT})(\/\w+)/g)].map(([, address]) => address);
    expect(asked.length).toBeGreaterThan(0);
    const answered = [...read('../apps/server/src/platform/http/health.ts').matchAll(/app\.get\('(\/\w+)'/g)];
    expect(answered.map(([, address]) => address)).toEqual(expect.arrayContaining(asked));
  },
);

it('nginx.conf gathers nothing of the addresses that send events, and of no others', () => {
  const [, pattern = ''] = /location ~ (\S+) {/.exec(read('nginx.conf')) ?? [];
  const passed = allEndpoints.filter(({ path: below }) => new RegExp(pattern).test(`/api/acme${below}`));
  const streams = allEndpoints.filter(({ summary }) => summary.includes('text/event-stream'));
  expect(streams.length).toBeGreaterThan(0);
  expect(passed).toEqual(streams);
});
