// patrolIncidence and appSettings: what was reported, and the texts that everybody reads.
import { infoPageIds } from '@watchpost/domain/info-pages';
import { incidentSeverities, incidentStatuses, incidentTypes } from '@watchpost/domain/incidents';
import { Refusal, type SourceRecord } from './source-record.ts';
import type { Known, Take, Taken } from './taking.ts';

export const takeIncident: Take = (id, record, known) => {
  const siteId = known.siteOf(record);
  const reportedAtMs = record.time('createdAt') ?? record.time('reportedAt');
  if (reportedAtMs === null) throw new Refusal('createdAt is missing');
  const reportedAt = new Date(reportedAtMs).toISOString();
  const guard = record.text('guardId', 'reportedById');
  const guardId = known.guards.get(guard)?.id ?? null;
  if (guard !== '' && guardId === null)
    record.report(
      'notTaken',
      record.nameOf('guardId', 'reportedById'),
      `its guard ${guard} is not in the export`,
    );
  const at = record.position('') ?? record.position('incident');
  const oneOf = <Value extends string>(values: readonly Value[], name: string, otherwise: Value): Value => {
    const given = record.text(name);
    const found = values.find((value) => value.toLowerCase() === given.toLowerCase());
    if (found === undefined && given !== '')
      record.report('changed', name, `${given} is unknown: taken as ${otherwise}`);
    return found ?? otherwise;
  };
  const row = {
    id: known.id('patrolIncidence', id),
    site_id: siteId,
    guard_id: guardId,
    type: typeOf(record.text('type')),
    severity: oneOf(incidentSeverities, 'severity', 'medium'),
    status: oneOf(incidentStatuses, 'status', 'New'),
    description: record.longText('description', 'message'),
    latitude: at?.latitude ?? null,
    longitude: at?.longitude ?? null,
    reported_at: reportedAt,
    // When it came to this status is not known.
    status_at: reportedAt,
  };
  return { main: { table: 'incidents', row }, others: [['incident_history', reportOf(row, known)]] };
};

/** One of ours, whatever its letters; else what the record calls it. */
const typeOf = (given: string): string =>
  incidentTypes.find((type) => type.toLowerCase() === given.toLowerCase()) ?? (given || 'other');

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
export function takePages(id: string, record: SourceRecord, clean: (html: string) => string): Taken[] {
  const isPage = infoPageIds.some((page) => page === id);
  const pages = isPage
    ? [{ id, html: record.longText('html', id, 'content', 'value') }]
    : infoPageIds.map((page) => ({ id: page, html: record.longText(page) }));
  const written = pages.filter(({ html }) => html !== '');
  if (written.length === 0) throw new Refusal(isPage ? 'html is missing' : `${id} is no information page`);
  return written.map((page) => ({
    main: { table: 'app_settings', row: { id: page.id, html: clean(page.html) } },
  }));
}
