// Row-level security keeps tenants apart as long as it holds the role that serves requests, and not the owner of the tables.
import { sql } from 'kysely';
import { type Env, EnvError } from '../../env.ts';
import type { Db } from './database.ts';
import { explainDatabaseFault } from './start-faults.ts';

/** The product's tables with policies; PostgreSQL's row_security_active says whether they bind the current role. */
const securedTables = sql`FROM pg_class WHERE relrowsecurity
  AND relnamespace = (SELECT relnamespace FROM pg_class WHERE oid = to_regclass('tenants'))`;

/**
 * Asks as the serving role. A replica needs no asking: it has the roles and tables of its primary, and is reached as this one.
 * @throws EnvError that names the setting, also where that leads nowhere
 */
export async function requireRowSecurity(serving: Db, env: Env): Promise<void> {
  const asked = env.databaseUrl === null ? 'DATA_DIR' : 'DATABASE_URL';
  const setting = env.databaseAppUrl === null ? asked : 'DATABASE_APP_URL';
  const role = await findRole(serving).catch((error: unknown) => {
    throw env.databaseUrl === null ? error : explainDatabaseFault(error, setting);
  });
  if (!role.finds_tables) {
    throw new EnvError(
      `${setting}: the role ${role.name}, which serves requests, finds no tables. Name the database of DATABASE_URL, and let that role use the schema that they are in.`,
    );
  }
  const reason = whyUnheld(role);
  if (reason === null) return;
  const advice =
    env.databaseAppUrl === null
      ? `ALTER ROLE ${role.name} NOSUPERUSER NOBYPASSRLS, and let it neither own tables nor be a member of who does.`
      : 'Name watchpost_app in it, or a member of that role with NOSUPERUSER NOBYPASSRLS that is no owner.';
  throw new EnvError(
    `${setting}: the role ${role.name}, which serves requests, ${reason}, so row-level security would not keep tenants apart. ${advice}`,
  );
}

/** Else migrations, backups and "npm run verify" would find no rows, and say that all is well. */
export async function requireOwnersView(owner: Db): Promise<void> {
  const { rows } = await sql<{ name: string }>`
    SELECT oid::regclass::text AS name ${securedTables} AND row_security_active(oid) LIMIT 1`.execute(owner);
  const [table] = rows;
  if (table === undefined) return;
  throw new EnvError(
    `DATABASE_URL: row-level security hides the rows of ${table.name} from its user. Let that user own the tables, with NO FORCE ROW LEVEL SECURITY.`,
  );
}

interface Role {
  readonly name: string;
  readonly finds_tables: boolean;
  readonly is_superuser: boolean;
  readonly bypasses: boolean;
  /** One whose policies do not hold it, as those of its owner's do not unless they are forced on the owner, too. */
  readonly open_table: string | null;
}

async function findRole(serving: Db): Promise<Role> {
  const { rows } = await sql<Role>`
    SELECT rolname AS name, to_regclass('tenants') IS NOT NULL AS finds_tables, rolsuper AS is_superuser, rolbypassrls AS bypasses,
      (SELECT min(oid::regclass::text) ${securedTables} AND NOT row_security_active(oid)) AS open_table
    FROM pg_roles WHERE rolname = current_user`.execute(serving);
  const [role] = rows;
  if (role === undefined) throw new Error('the current role must be in pg_roles');
  return role;
}

function whyUnheld({ is_superuser, bypasses, open_table }: Role): string | null {
  if (is_superuser) return 'is a superuser';
  if (bypasses) return 'has BYPASSRLS';
  return open_table === null ? null : `has the rights of the owner of tables (${open_table})`;
}
