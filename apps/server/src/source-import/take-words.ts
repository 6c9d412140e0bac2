// patrolIncidence and appSettings: what was reported, and the texts that everybody reads.
import { infoPageIds } from '@watchpost/domain/info-pages';
import { incidentSeverities, incidentStatuses, incidentTypes } from '@watchpost/domain/incidents';
import { neededText, position, Refusal, text, time } from './source-values.ts';
import type { Known, Take, Taken } from './taking.ts';

export const takeIncident: Take = (id, fields, known, note) => {
  const siteId = known.siteOf(fields);
  const reportedAtMs = time(fields, 'createdAt') ?? time(fields, 'reportedAt');
  if (reportedAtMs === null) throw new Refusal('createdAt is missing');
  const reportedAt = new Date(reportedAtMs).toISOString();
  const guard = text(fields, 'guardId', 'reportedById');
  const guardId = known.guards.get(guard)?.id ?? null;
  if (guard !== '' && guardId === null) note(`its guard ${guard} is not in the export`);
  const at = position(fields, '') ?? position(fields, 'incident');
  const oneOf = <Word extends string>(words: readonly Word[], name: string, otherwise: Word): Word => {
    const given = text(fields, name);
    const found = words.find((word) => word.toLowerCase() === given.toLowerCase());
    if (found === undefined && given !== '') note(`${name} ${given} is unknown: taken as ${otherwise}`);
    return found ?? otherwise;
  };
  const row = {
    id: known.id('patrolIncidence', id),
    site_id: siteId,
    guard_id: guardId,
    type: oneOf(incidentTypes, 'type', 'other'),
    severity: oneOf(incidentSeverities, 'severity', 'medium'),
    status: oneOf(incidentStatuses, 'status', 'New'),
    description: text(fields, 'description', 'message'),
    latitude: at?.latitude ?? null,
    longitude: at?.longitude ?? null,
    reported_at: reportedAt,
    // When it got to where it stands is not told.
    status_at: reportedAt,
  };
  return { main: { table: 'incidents', row }, others: [['incident_history', reportOf(row, known)]] };
};

/** The history of an incident begins with its report; who attended and closed it is in no record of the source. */
function reportOf(
  row: { id: string; reported_at: string; status: string; guard_id: string | null },
  known: Known,
) {
  return {
    id: known.id('incidentReport', row.id),
    incident_id: row.id,
    at: row.reported_at,
    kind: 'reported',
    actor_kind: row.guard_id === null ? 'system' : 'guard',
    actor_id: row.guard_id,
    actor_name: row.guard_id === null ? '' : (known.names.get(row.guard_id) ?? ''),
    from_status: null,
    to_status: row.status,
    comment: '',
    changes: [],
  };
}

/** A page a record, or one record with a field for each page; `clean` cuts HTML down to what the product shows. */
export function takePages(
  id: string,
  fields: Readonly<Record<string, unknown>>,
  clean: (html: string) => string,
): Taken[] {
  const isPage = infoPageIds.some((page) => page === id);
  const pages = isPage
    ? [{ id, html: neededText(fields, 'html', id, 'content', 'value') }]
    : infoPageIds.flatMap((page) =>
        text(fields, page) === '' ? [] : [{ id: page, html: text(fields, page) }],
      );
  if (pages.length === 0) throw new Refusal(`${id} is no information page`);
  return pages.map((page) => ({
    main: { table: 'app_settings', row: { id: page.id, html: clean(page.html) } },
  }));
}
