// Names of what is ranked, read anew whenever they are shown; among equals the order is theirs.
import { CompiledQuery } from 'kysely';
import { rankedCheckpointsMax, rankedGuardsMax, rankedSitesMax } from '@watchpost/domain/dashboard';
import type { SiteScope } from '../../access/caller.ts';
import { StatementValues } from '../../db/statement-values.ts';
import { asJson } from './summed.queries.ts';

/** An id, and its place among the others; the same for equals. */
export interface Placed {
  readonly id: string;
  readonly place: number;
}

export interface NamesAsked {
  /** The one site to tell of; null for all. */
  readonly siteId: string | null;
  /** Sites to tell of even if they are deleted or not in use. */
  readonly siteIds: readonly string[];
  readonly guards: readonly Placed[];
  readonly checkpoints: readonly Placed[];
}

interface Named {
  readonly id: string;
  readonly name: string;
}

export interface RankedNames {
  /** Those in use and those asked for, by name. */
  readonly sites: readonly Named[];
  /** The first of those asked for. */
  readonly guards: readonly Named[];
  readonly checkpoints: readonly (Named & { readonly siteName: string })[];
  /** Another one whenever a name is; null as long as none ever changed. */
  readonly version: string | null;
}

/** SQL of the version of all names of a tenant (migration 0057). */
export const namesVersion = (tenant: string): string =>
  `(SELECT version FROM names_versions WHERE tenant_id = ${tenant})`;

/** SQL of the columns of RankedNames. */
export function rankedNames(values: StatementValues, tenant: string, asked: NamesAsked): string {
  const own = asked.siteId === null ? '' : `AND id = ${values.add(asked.siteId, 'uuid')}`;
  const placed = (list: readonly Placed[]) =>
    `unnest(${values.add(
      list.map(({ id }) => id),
      'uuid[]',
    )}, ${values.add(
      list.map(({ place }) => place),
      'int[]',
    )}) AS asked (id, place)`;
  const sites = `SELECT id, name FROM sites WHERE tenant_id = ${tenant} ${own}
      AND ((deleted_at IS NULL AND activated) OR id = ANY (${values.add(asked.siteIds, 'uuid[]')}))
    ORDER BY sort_name, id LIMIT ${10 * rankedSitesMax}`;
  const guards = `SELECT g.id, trim(g.first_name || ' ' || g.last_name) AS name FROM ${placed(asked.guards)}
    JOIN guards AS g ON g.tenant_id = ${tenant} AND g.id = asked.id
    ORDER BY asked.place, g.sort_name, g.id LIMIT ${rankedGuardsMax}`;
  const checkpoints = `SELECT c.id, c.name, s.name AS "siteName" FROM ${placed(asked.checkpoints)}
    JOIN checkpoints AS c ON c.tenant_id = ${tenant} AND c.id = asked.id
    JOIN sites AS s ON s.tenant_id = ${tenant} AND s.id = c.site_id
    ORDER BY asked.place, c.sort_name, c.id LIMIT ${rankedCheckpointsMax}`;
  return `${asJson(sites)} AS sites, ${asJson(guards)} AS guards, ${asJson(checkpoints)} AS checkpoints,
    ${namesVersion(tenant)} AS version`;
}

export async function findRankedNames(scope: SiteScope, asked: NamesAsked): Promise<RankedNames> {
  const values = new StatementValues();
  const text = `SELECT ${rankedNames(values, values.add(scope.tenantId, 'uuid'), asked)}`;
  const { rows } = await scope.db.executeQuery<RankedNames>(CompiledQuery.raw(text, values.list));
  return rows[0] ?? { sites: [], guards: [], checkpoints: [], version: null };
}
