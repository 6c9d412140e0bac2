// npm run tenant:create: a real tenant with its first super admin and no demo data.
import { parseArgs } from 'node:util';
import { openOwnerStore, sentenceOf } from './db/open-owner-store.ts';
import { readEnv } from './env.ts';
import { InputEnded, readPassword } from './features/tenants/password-input.ts';
import {
  checkWish,
  createTenant,
  generatePassword,
  TenantRefused,
  type TenantWish,
} from './features/tenants/tenants.service.ts';

const usage = `Makes a tenant with its first super admin.

  npm run tenant:create -- --slug acme --name "Acme Guarding" --email admin@acme.example

  --slug               part of the addresses: the console is at /acme/
  --name               the company's name
  --email              with which the super admin signs in
  --first-name         of the super admin (default Super)
  --last-name          of the super admin (default Admin)
  --generate-password  make a password and print it once; else it is asked for, or read when piped in

The database is the one that the server uses: DATABASE_URL, else the embedded one in DATA_DIR (./data).`;

class UsageError extends Error {}

function readArguments(args: string[]): (TenantWish & { isGenerated: boolean }) | null {
  const { values } = parse(args);
  if (values.help === true) return null;
  const { slug, name, email } = values;
  if (slug === undefined || name === undefined || email === undefined) {
    const missing = Object.entries({ slug, name, email }).filter(([, value]) => value === undefined);
    throw new UsageError(`Missing: ${missing.map(([option]) => `--${option}`).join(', ')}\n\n${usage}`);
  }
  return {
    slug,
    name,
    email,
    firstName: values['first-name'],
    lastName: values['last-name'],
    isGenerated: values['generate-password'],
  };
}

function parse(args: string[]) {
  try {
    return parseArgs({
      args,
      options: {
        slug: { type: 'string' },
        name: { type: 'string' },
        email: { type: 'string' },
        'first-name': { type: 'string', default: 'Super' },
        'last-name': { type: 'string', default: 'Admin' },
        'generate-password': { type: 'boolean', default: false },
        help: { type: 'boolean', short: 'h' },
      },
    });
  } catch (error) {
    throw new UsageError(`${error instanceof Error ? error.message : String(error)}\n\n${usage}`);
  }
}

async function main(): Promise<void> {
  const wish = readArguments(process.argv.slice(2));
  if (wish === null) {
    console.log(usage);
    return;
  }
  const store = await openOwnerStore(readEnv());
  try {
    await checkWish(store.owner, wish);
    const password = wish.isGenerated
      ? generatePassword()
      : await readPassword(`Password of ${wish.email}`, process.stdin);
    if (password === null) throw new TenantRefused(['The two passwords differ; nothing was changed.']);
    await createTenant(store.owner, wish, password);
    console.log(`The tenant ${wish.name} is ready: its console is at /${wish.slug}/`);
    console.log(`Sign in as ${wish.email.trim()}`);
    if (wish.isGenerated) console.log(`Password, shown this once: ${password}`);
  } finally {
    await store.close();
  }
}

main().catch((error: unknown) => {
  const isExpected =
    error instanceof UsageError || error instanceof TenantRefused || error instanceof InputEnded;
  console.error(isExpected ? error.message : (sentenceOf(error) ?? error));
  process.exitCode = error instanceof UsageError ? 2 : 1;
});
