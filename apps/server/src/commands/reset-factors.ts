// npm run account:reset-factors: lets somebody in again who lost every second factor and has no one above to ask, or ends the sessions of such an account.
import { defaultLanguage } from '@watchpost/domain/limits';
import { operatorOrigin } from '../platform/audit/audit-origin.ts';
import { readOptions, requireOptions, runProgram, UsageError } from './command-line.ts';
import { openUsedStore } from '../platform/db/open-owner-store.ts';
import { readEnv } from '../env.ts';
import { deleteAllSessions } from '../accounts/users/account-sessions.queries.ts';
import { resetFactors } from '../accounts/sign-in-factors/factor-set.service.ts';
import { printLine } from './visible-text.ts';

const usage = `Takes every second factor and passkey off an account, ends its sessions and tells its owner by mail.
The password stays: a forgotten one is set again from the sign-in page.

  npm run account:reset-factors -- --slug acme --email admin@acme.example

  --slug           the tenant, as in its address
  --email          with which the account signs in
  --sessions-only  ends its sessions and takes nothing off it

The database is the one that the server uses: DATABASE_URL, else the embedded one in DATA_DIR (./data).`;

const options = {
  slug: { type: 'string' },
  email: { type: 'string' },
  'sessions-only': { type: 'boolean', default: false },
  help: { type: 'boolean', short: 'h' },
} as const;

interface Named {
  readonly slug: string;
  readonly email: string;
  readonly isSessionsOnly: boolean;
}

function readArguments(): Named | null {
  const { values } = readOptions({ options }, usage);
  if (values.help === true) return null;
  const { slug, email } = requireOptions(values, ['slug', 'email'], usage);
  return { slug, email: email.trim(), isSessionsOnly: values['sessions-only'] };
}

async function main(): Promise<void> {
  const named = readArguments();
  if (named === null) {
    console.log(usage);
    return;
  }
  const store = await openUsedStore(readEnv());
  try {
    const account = await store.owner
      .selectFrom('users as u')
      .innerJoin('tenants as t', 't.tenant_id', 'u.tenant_id')
      .select(['u.tenant_id', 'u.id', 'u.email'])
      .where('t.slug', '=', named.slug)
      .where((eb) => eb(eb.fn('lower', ['u.email']), '=', named.email.toLowerCase()))
      .executeTakeFirst();
    if (account === undefined) {
      throw new UsageError(
        `There is no account ${named.email} in a tenant ${named.slug}; nothing was changed.`,
      );
    }
    const owner = {
      db: store.owner,
      tenantId: account.tenant_id,
      userId: account.id,
      email: account.email,
      origin: operatorOrigin(account.tenant_id),
    };
    if (named.isSessionsOnly) {
      const ended = await deleteAllSessions(owner);
      printLine(`${account.email} is signed in nowhere any more. Sessions ended: ${ended}.`);
      return;
    }
    await resetFactors({ ...owner, language: defaultLanguage, timeZone: 'UTC' });
    printLine(`${account.email} signs in with its password alone now. Every session of it is ended.`);
  } finally {
    await store.close();
  }
}

runProgram(main);
