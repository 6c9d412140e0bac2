// How many guards are silent and how many rounds late, as the live board counts them.
import { CompiledQuery } from 'kysely';
import type { Dashboard } from '@watchpost/contract/dashboard';
import type { SiteScope } from '../../platform/access/caller.ts';
import { StatementValues } from '../../platform/db/statement-values.ts';
import {
  type SqlParameters,
  guardsOnDuty,
  isLate,
  isInactive,
  roundsUnderWay,
} from '../../patrol/duties/under-way.queries.ts';

export type FieldCounts = Pick<Dashboard['field'], 'silent' | 'late'>;

export interface FieldAsked {
  readonly siteId: string | null;
  readonly nowMs: number;
  readonly seesGuards: boolean;
  readonly seesRounds: boolean;
}

export async function findFieldCounts({ db, tenantId }: SiteScope, asked: FieldAsked): Promise<FieldCounts> {
  const { siteId, nowMs, seesGuards, seesRounds } = asked;
  if (!seesGuards && !seesRounds) return { silent: null, late: null };
  const values = new StatementValues();
  const site = siteId === null ? null : values.add(siteId, 'uuid');
  const places: SqlParameters = {
    tenant: values.add(tenantId, 'uuid'),
    now: values.add(nowMs, 'bigint'),
    at: (column) => (site === null ? 'true' : `${column} = ${site}`),
  };
  const some = (isSeen: boolean, count: string) => (isSeen ? `(${count})` : 'NULL::int');
  const silent = `WITH ${guardsOnDuty(places)} SELECT count(*)::int FROM known WHERE ${isInactive(places)}`;
  const late = `WITH ${roundsUnderWay(places)} SELECT count(*)::int FROM timed WHERE ${isLate(places)}`;
  const text = `SELECT ${some(seesGuards, silent)} AS silent, ${some(seesRounds, late)} AS late`;
  const { rows } = await db.executeQuery<FieldCounts>(CompiledQuery.raw(text, values.list));
  const [found] = rows;
  if (found === undefined) throw new Error('a statement of values always has a row');
  return found;
}
