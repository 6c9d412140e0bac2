// Standings as they are kept: what all sites, guards and checkpoints of a tenant had come to before an instant
// (migration 0048). One that is there is true: what would make it untrue deletes it.
import { CompiledQuery } from 'kysely';
import type { SiteScope } from '../access/caller.ts';
import { StatementValues } from '../db/statement-values.ts';
import { packed, type Roster, rosterOf, type TallyList } from './tally-list.ts';

/** Kinds, and how many numbers an entry of each has. */
export const standingKinds = {
  /** Of sites: started, incompleted, completed, planned, scanned. */
  rounds: { kind: 0, width: 5 },
  /** Of checkpoints and sites: how often missed. */
  missed: { kind: 1, width: 1 },
  /** Of guards and sites, and of sites: the outcomes of due rounds; the last of them, that they wait, is nought. */
  due: { kind: 2, width: 7 },
} as const;
export type StandingKind = keyof typeof standingKinds;
export const allStandingKinds = ['rounds', 'missed', 'due'] as const satisfies readonly StandingKind[];

export type Scope = Pick<SiteScope, 'db' | 'tenantId'>;

const nearest = (tenant: string, name: StandingKind, atMs: string): string => `
  (SELECT at_ms FROM standings WHERE tenant_id = ${tenant} AND at_ms <= ${atMs} AND kind = ${standingKinds[name].kind}
    AND body IS NOT NULL ORDER BY at_ms DESC LIMIT 1)`;

/** Of each kind, for each instant, the latest that is not after it and has a standing of the kind. */
export async function findBases(
  { db, tenantId }: Scope,
  kinds: readonly StandingKind[],
  instants: readonly number[],
): Promise<(number | null)[][]> {
  const values = new StatementValues();
  const tenant = values.add(tenantId, 'uuid');
  const places = instants.map((atMs) => values.add(atMs, 'bigint'));
  const bases = kinds.map(
    (name) => `json_build_array(${places.map((at) => nearest(tenant, name, at)).join(', ')})`,
  );
  const { rows } = await db.executeQuery<{ bases: (number | null)[][] }>(
    CompiledQuery.raw(`SELECT json_build_array(${bases.join(', ')}) AS bases`, values.list),
  );
  return rows[0]?.bases ?? [];
}

/** What a standing says, in hexadecimal: it never changes as long as the id is the same. */
export interface Standing {
  readonly id: string;
  readonly body: string;
}

/** A standing that was sent without its body is one whose id was known. */
export interface StandingSent {
  readonly id: string;
  readonly body: string | null;
}

/**
 * SQL of a standing as `sentStanding` reads it: its id, and its body if that is not known. As text, since the driver
 * would make bytes outside of the heap, which are collected late (decision 0006).
 */
export const sentStandingOf = (isKnown: string): string =>
  `encode(CASE WHEN ${isKnown} THEN uuid_send(id) ELSE uuid_send(id) || body END, 'hex')`;

const idLetters = 32;

export function sentStanding(sent: string): StandingSent {
  const id = copied(sent.slice(0, idLetters));
  return { id, body: sent.length === idLetters ? null : sent.slice(idLetters) };
}

/** A part of a text keeps all of it in memory. */
const copied = (part: string): string => Buffer.from(part, 'latin1').toString('latin1');

/** SQL of a standing as `sentStanding` reads it; null where there is none. */
export function standingAt(
  values: StatementValues,
  asked: {
    readonly tenantId: string;
    readonly name: StandingKind;
    readonly atMs: number;
    readonly knownId: string | null;
  },
): string {
  const { tenantId, name, atMs, knownId } = asked;
  const isKnown = `id = ${values.add(knownId, 'uuid')}`;
  return `(SELECT ${sentStandingOf(isKnown)} FROM standings
    WHERE tenant_id = ${values.add(tenantId, 'uuid')} AND at_ms = ${values.add(atMs, 'bigint')} AND kind = ${standingKinds[name].kind})`;
}

/** SQL of a standing's id; null where there is none. */
export const standingIdAt = (tenant: string, name: StandingKind, atMs: string): string =>
  `(SELECT id FROM standings WHERE tenant_id = ${tenant} AND at_ms = ${atMs} AND kind = ${standingKinds[name].kind}
    AND body IS NOT NULL)`;

export async function findStandingId(
  { db, tenantId }: Scope,
  name: StandingKind,
  atMs: number,
): Promise<string | null> {
  const text = `SELECT ${standingIdAt('$1::uuid', name, '$2::bigint')} AS id`;
  const { rows } = await db.executeQuery<{ id: string | null }>(CompiledQuery.raw(text, [tenantId, atMs]));
  return rows[0]?.id ?? null;
}

/** The row whose lock whoever changes sums of a kind holds until he commits (migrations 0033 and 0038). */
const lockOf = (name: StandingKind): string =>
  `SELECT FROM ${name === 'due' ? 'due_counts' : 'round_counts'} WHERE tenant_id = $1::uuid
    AND guard_id = '00000000-0000-0000-0000-000000000000' AND site_id = '00000000-0000-0000-0000-000000000000'
    AND grain = 0 AND bucket_ms = 0 FOR UPDATE`;

/**
 * Makes room for a standing that is to be added up: each change that is not yet to be seen from then on takes the room
 * away. No one changes sums in the moment in which it is made. Null when there is one, or nothing to add up.
 */
export async function reserveStanding(
  { db, tenantId }: Scope,
  name: StandingKind,
  atMs: number,
): Promise<string | null> {
  const text = `WITH locked AS MATERIALIZED (${lockOf(name)})
    INSERT INTO standings AS kept (tenant_id, at_ms, kind, id)
    SELECT $1::uuid, $2::bigint, ${standingKinds[name].kind}, gen_random_uuid() FROM (SELECT count(*) AS n FROM locked) AS one WHERE n = 1
    ON CONFLICT (tenant_id, at_ms, kind) DO UPDATE SET id = EXCLUDED.id WHERE kept.body IS NULL
    RETURNING id`;
  const { rows } = await db.executeQuery<{ id: string }>(CompiledQuery.raw(text, [tenantId, atMs]));
  return rows[0]?.id ?? null;
}

/** What was added up after the room was made; kept unless something changed in the meantime. */
export async function keepStanding(
  { db, tenantId }: Scope,
  { id, name, atMs }: { readonly id: string; readonly name: StandingKind; readonly atMs: number },
  list: TallyList,
): Promise<void> {
  const roster = rosterOf(list);
  const text = `WITH named AS (INSERT INTO standing_rosters (tenant_id, id, subjects)
      VALUES ($1::uuid, $4::bytea, $5::bytea) ON CONFLICT (tenant_id, id) DO NOTHING)
    UPDATE standings SET body = $6::bytea WHERE tenant_id = $1::uuid AND at_ms = $2::bigint
      AND kind = ${standingKinds[name].kind} AND id = $3::uuid AND body IS NULL`;
  const body = Buffer.concat([roster.id, packed(list)]);
  await db.executeQuery(CompiledQuery.raw(text, [tenantId, atMs, id, roster.id, roster.subjects, body]));
}

/** Those of these that there are. */
export async function findRosters({ db, tenantId }: Scope, ids: readonly Buffer[]): Promise<Roster[]> {
  const values = new StatementValues();
  const tenant = values.add(tenantId, 'uuid');
  const text = `SELECT id, subjects FROM standing_rosters
    WHERE tenant_id = ${tenant} AND id = ANY (${values.add(ids, 'bytea[]')})`;
  const { rows } = await db.executeQuery<Roster>(CompiledQuery.raw(text, values.list));
  return rows;
}

/** The last instant of a kind; null for none. */
export async function findLastStanding({ db, tenantId }: Scope, name: StandingKind): Promise<number | null> {
  const text = `SELECT max(at_ms) AS last FROM standings
    WHERE tenant_id = $1::uuid AND kind = ${standingKinds[name].kind} AND body IS NOT NULL`;
  const { rows } = await db.executeQuery<{ last: number | null }>(CompiledQuery.raw(text, [tenantId]));
  return rows[0]?.last ?? null;
}

export async function dropStandings({ db, tenantId }: Scope, instants: readonly number[]): Promise<void> {
  const text = 'DELETE FROM standings WHERE tenant_id = $1::uuid AND at_ms = ANY ($2::bigint[])';
  await db.executeQuery(CompiledQuery.raw(text, [tenantId, instants]));
}
