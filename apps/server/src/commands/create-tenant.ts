// npm run tenant:create: a real tenant with its first super admin and no demo data.
import { readOptions, requireOptions, runProgram } from './command-line.ts';
import { openUsedStore } from '../platform/db/open-owner-store.ts';
import { readEnv } from '../env.ts';
import { InputEnded, readPassword } from '../company/tenants/password-input.ts';
import {
  checkOptions,
  createTenant,
  generatePassword,
  TenantRefused,
  type TenantOptions,
} from '../company/tenants/tenants.service.ts';
import { printLine } from './visible-text.ts';

const usage = `Makes a tenant with its first super admin.

  npm run tenant:create -- --slug acme --name "Acme Guarding" --email admin@acme.example

  --slug               part of the addresses: the console is at /acme/
  --name               the company's name
  --email              with which the super admin signs in
  --first-name         of the super admin (default Super)
  --last-name          of the super admin (default Admin)
  --generate-password  make a password and print it once; else it is asked for, or read when piped in

The database is the one that the server uses: DATABASE_URL, else the embedded one in DATA_DIR (./data). The first start of
the server makes it.`;

const options = {
  slug: { type: 'string' },
  name: { type: 'string' },
  email: { type: 'string' },
  'first-name': { type: 'string', default: 'Super' },
  'last-name': { type: 'string', default: 'Admin' },
  'generate-password': { type: 'boolean', default: false },
  help: { type: 'boolean', short: 'h' },
} as const;

function readArguments(): (TenantOptions & { isGenerated: boolean }) | null {
  const { values } = readOptions({ options }, usage);
  if (values.help === true) return null;
  return {
    ...requireOptions(values, ['slug', 'name', 'email'], usage),
    firstName: values['first-name'],
    lastName: values['last-name'],
    isGenerated: values['generate-password'],
  };
}

async function main(): Promise<void> {
  const options = readArguments();
  if (options === null) {
    console.log(usage);
    return;
  }
  const store = await openUsedStore(readEnv());
  try {
    await checkOptions(store.owner, options);
    const password = options.isGenerated
      ? generatePassword()
      : await readPassword(`Password of ${options.email}`, process.stdin);
    if (password === null) throw new TenantRefused(['The two passwords differ; nothing was changed.']);
    await createTenant(store.owner, options, password);
    printLine(`The tenant ${options.name} is ready: its console is at /${options.slug}/`);
    printLine(`Sign in as ${options.email.trim()}`);
    if (options.isGenerated) console.log(`Password, shown this once: ${password}`);
  } finally {
    await store.close();
  }
}

runProgram(main, [TenantRefused, InputEnded]);
