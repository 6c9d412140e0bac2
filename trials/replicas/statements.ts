// Asking a database host by itself, behind HAProxy's back.
import pg from 'pg';
import type { DatabaseHosts } from '../failover/database-hosts.ts';
import type { Host } from '../failover/network.ts';

/** The rows of the last statement. */
export async function askHost(
  { superuserPassword }: DatabaseHosts,
  { address }: Host,
  ...statements: readonly string[]
): Promise<Record<string, string>[]> {
  const sign = { user: 'postgres', password: superuserPassword, database: 'watchpost' };
  const client = new pg.Client({ ...sign, host: address, connectionTimeoutMillis: 10_000 });
  await client.connect();
  try {
    let rows: Record<string, string>[] = [];
    for (const statement of statements) ({ rows } = await client.query<Record<string, string>>(statement));
    return rows;
  } finally {
    await client.end();
  }
}

/** Statements of the product's database that the host has answered since its start. */
export async function statementsAt(databases: DatabaseHosts, host: Host): Promise<number> {
  const asked = `SELECT xact_commit AS answered FROM pg_stat_database WHERE datname = 'watchpost'`;
  const [found] = await askHost(databases, host, asked);
  return Number(found?.['answered'] ?? 0);
}
