import type { IncidentDetails, IncidentEvent } from '@watchpost/contract/incidents';
import { incidentSeverities } from '@watchpost/domain/incidents';
import { t } from '../../lib/labels.ts';
import { SiteTime } from '../../lib/rounds/round-cells.tsx';
import { DoubtMark } from '../../records/doubt-mark.tsx';
import { Card } from '../../ui/display/card.tsx';
import { HistoryList } from '../../ui/display/history-list.tsx';
import { severityText, statusText, typeWords } from './incident-texts.tsx';
import styles from './incidents.module.css';

/** Newest first. */
export function IncidentHistory({ details: { incident, history } }: { readonly details: IncidentDetails }) {
  return (
    <Card title={t('incidents.history')}>
      <HistoryList
        items={history.toReversed().map((event) => ({
          id: event.id,
          title: titleOf(event),
          time: <SiteTime atMs={event.at} zone={incident.siteTimeZone} />,
          actor: event.actorName,
          text: event.comment,
          more: (
            <>
              {event.isFromLostPhone && <DoubtMark doubt="lostPhone" />}
              {event.isOfFormerSite && <DoubtMark doubt="formerSite" />}
              {event.isSentLate && <DoubtMark doubt="sentLate" />}
              {event.isFromFuture && <DoubtMark doubt="fromFuture" />}
              {event.kind === 'edited' && <Changes event={event} />}
            </>
          ),
        }))}
      />
    </Card>
  );
}

function titleOf({ kind, toStatus, changes }: IncidentEvent): string {
  const [change] = changes;
  switch (kind) {
    case 'reported':
      return t('incidents.event.reported');
    case 'edited':
      return t('incidents.event.edited');
    case 'status':
      return toStatus === null ? t('incidents.status') : statusText(toStatus);
    case 'assigned':
      return change === undefined || change.after === ''
        ? t('incidents.event.unassigned')
        : t('incidents.event.assigned', { name: change.after });
    case 'comment':
      return t('incidents.comment');
    case 'photos':
      return t('incidents.event.photos', { count: Number(change?.after ?? 1) });
  }
}

function Changes({ event: { changes } }: { readonly event: IncidentEvent }) {
  return (
    <ul className={styles.changes}>
      {changes.map(({ field, before, after }) => (
        <li key={field}>
          {t('incidents.change', {
            field: fieldText(field),
            before: valueText(field, before),
            after: valueText(field, after),
          })}
        </li>
      ))}
    </ul>
  );
}

const fieldNames = ['type', 'severity', 'description', 'position', 'reporter', 'assignee'] as const;

function fieldText(field: string): string {
  if (field === 'site') return t('records.site');
  const known = fieldNames.find((name) => name === field);
  return known === undefined ? field : t(`incidents.${known}`);
}

function valueText(field: string, value: string): string {
  if (value === '') return t('records.empty');
  if (field === 'type') return typeWords(value);
  const severity = incidentSeverities.find((known) => known === value);
  return field === 'severity' && severity !== undefined ? severityText(severity) : value;
}
