// Names of what is ranked, and the version that they are of.
import { CompiledQuery } from 'kysely';
import { rankedSitesMax } from '@watchpost/domain/dashboard';
import type { SiteScope } from '../../platform/access/caller.ts';
import { StatementValues } from '../../platform/db/statement-values.ts';
import { asJson } from './summed.queries.ts';

export interface Named {
  readonly id: string;
  readonly name: string;
  /** By which names are sorted. */
  readonly sortName: string;
}

export interface NamedSite extends Named {
  readonly isInUse: boolean;
}

export interface NamedCheckpoint extends Named {
  readonly siteName: string;
}

/** By id. */
export interface NamesAsked {
  /** Whether the sites in use are asked for as well. */
  readonly sitesInUse: boolean;
  readonly sites: readonly string[];
  readonly guards: readonly string[];
  readonly checkpoints: readonly string[];
}

/** Of those asked for that there are. */
export interface FoundNames {
  /** By name; none if they were not asked for. */
  readonly sitesInUse: readonly NamedSite[];
  readonly sites: readonly NamedSite[];
  readonly guards: readonly Named[];
  readonly checkpoints: readonly NamedCheckpoint[];
  /** Another one whenever a name is; null as long as none ever changed. */
  readonly version: string | null;
}

/** More than are ever shown: those of whom nothing is told come last, whatever they are called. */
export const namedSitesMax = 10 * rankedSitesMax;

/** SQL of the version of all names of a tenant (migration 0057). */
export const namesVersion = (tenant: string): string =>
  `(SELECT version FROM names_versions WHERE tenant_id = ${tenant})`;

/** Names and their version as of one moment. */
export async function findNames({ db, tenantId }: SiteScope, asked: NamesAsked): Promise<FoundNames> {
  const values = new StatementValues();
  const tenant = values.add(tenantId, 'uuid');
  const among = (ids: readonly string[]) => `ANY (${values.add(ids, 'uuid[]')})`;
  const siteIn = (condition: string) => `SELECT id, name, sort_name AS "sortName",
    deleted_at IS NULL AND activated AS "isInUse" FROM sites WHERE tenant_id = ${tenant} AND ${condition}`;
  const sitesInUse = `${siteIn(`deleted_at IS NULL AND activated AND ${values.add(asked.sitesInUse, 'boolean')}`)}
    ORDER BY sort_name, id LIMIT ${namedSitesMax}`;
  const guards = `SELECT id, trim(first_name || ' ' || last_name) AS name, sort_name AS "sortName"
    FROM guards WHERE tenant_id = ${tenant} AND id = ${among(asked.guards)}`;
  const checkpoints = `SELECT c.id, c.name, c.sort_name AS "sortName", s.name AS "siteName" FROM checkpoints AS c
    JOIN sites AS s ON s.tenant_id = ${tenant} AND s.id = c.site_id
    WHERE c.tenant_id = ${tenant} AND c.id = ${among(asked.checkpoints)}`;
  const text = `SELECT ${asJson(sitesInUse)} AS "sitesInUse", ${asJson(siteIn(`id = ${among(asked.sites)}`))} AS sites,
    ${asJson(guards)} AS guards, ${asJson(checkpoints)} AS checkpoints, ${namesVersion(tenant)} AS version`;
  const { rows } = await db.executeQuery<FoundNames>(CompiledQuery.raw(text, values.list));
  const [found] = rows;
  if (found === undefined) throw new Error('a statement of values always has a row');
  return found;
}
