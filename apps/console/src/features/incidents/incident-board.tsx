/* oxlint-disable jsx-a11y/no-noninteractive-element-interactions -- dragging is one of three ways; the menu and the arrow key are the others */
// Three columns of cards; a card moves on by drag, by its menu and by the arrow key (MNG-08).
import type { IncidentRow } from '@watchpost/contract/incidents';
import { type IncidentStatus, incidentStatuses, mayFollow, statusesAfter } from '@watchpost/domain/incidents';
import {
  IconArrowRight,
  IconDotsVertical,
  IconEye,
  IconPencil,
  IconPhoto,
  IconPlus,
} from '@tabler/icons-react';
import { type DragEvent, type KeyboardEvent, type ReactNode, useState } from 'react';
import { PrintHead } from '../../lib/brand/print-head.tsx';
import { useSession } from '../../lib/current-session.ts';
import { t } from '../../lib/labels.ts';
import { PageActions } from '../../lib/page-actions.tsx';
import { Age } from '../../lib/rounds/age.tsx';
import { wallClock } from '../../lib/rounds/round-times.ts';
import { otherTimeText } from '../../lib/rounds/round-texts.ts';
import { ShownZone, useShownZone, useZoneChoice, type ZoneChoice } from '../../lib/rounds/shown-zone.ts';
import { useUrlSearch } from '../../lib/url-search.ts';
import { Loaded } from '../../records/loaded.tsx';
import { DoubtMark } from '../../records/doubt-mark.tsx';
import { readSearch, zoneOf } from '../../records/record-search.ts';
import { ButtonLink } from '../../ui/actions/button.tsx';
import { IconButton } from '../../ui/actions/icon-button.tsx';
import { classNames } from '../../ui/class-names.ts';
import { Menu, type MenuItem } from '../../ui/overlays/menu.tsx';
import { BoardFilters } from './board-filters.tsx';
import { detailsHref, editHref, IncidentSeverityBadge, statusText, typeWords } from './incident-texts.tsx';
import { cardsShown, filterNames, useColumn } from './incidents.api.ts';
import styles from './incidents.module.css';
import { StatusDialog, type Step, useAskedStep } from './status-dialog.tsx';

export function IncidentBoard({ toggle }: { readonly toggle: ReactNode }) {
  const [raw] = useUrlSearch();
  const { searchText, filters } = readSearch(raw, filterNames);
  const [step, setStep] = useAskedStep();
  const [dragged, setDragged] = useState<IncidentRow | null>(null);
  const mayAdd = useSession((session) => session.hasAccess('add'));
  const siteZones = useSiteZones(searchText, filters);
  return (
    <div className={styles.page}>
      <PageActions>
        {toggle}
        {mayAdd && (
          <ButtonLink
            variant="primary"
            href="#/manage-incidents/add-incident"
            icon={<IconPlus size={18} aria-hidden />}
          >
            {t('incidents.add')}
          </ButtonLink>
        )}
      </PageActions>
      <PrintHead />
      <BoardFilters {...{ searchText, filters, siteZones }} />
      <BoardHelp {...{ searchText, filters }} />
      <ShownZone value={zoneOf(filters)}>
        <div className={styles.board}>
          {incidentStatuses.map((status) => (
            <Column
              key={status}
              {...{ status, searchText, filters, dragged }}
              onDrag={setDragged}
              onStep={setStep}
            />
          ))}
        </div>
      </ShownZone>
      {step !== null && <StatusDialog step={step} onClose={() => setStep(null)} />}
    </div>
  );
}

function useSiteZones(searchText: string, filters: ColumnProps['filters']): string[] {
  const fresh = useColumn('New', searchText, filters);
  const attended = useColumn('Attended', searchText, filters);
  const closed = useColumn('Closed', searchText, filters);
  return [fresh, attended, closed].flatMap(
    ({ data }) => data?.data.map(({ siteTimeZone }) => siteTimeZone) ?? [],
  );
}

/** How cards are moved, where somebody may and there are some. */
function BoardHelp({ searchText, filters }: Pick<ColumnProps, 'searchText' | 'filters'>) {
  const mayMove = useSession((session) => session.hasAccess('status'));
  const fresh = useColumn('New', searchText, filters);
  const attended = useColumn('Attended', searchText, filters);
  const hasMovable = [fresh, attended].some(({ data }) => (data?.count ?? 0) > 0);
  if (!mayMove || !hasMovable) return null;
  return <p className={styles.boardHelp}>{t('incidents.boardHelp')}</p>;
}

interface ColumnProps {
  readonly status: IncidentStatus;
  readonly searchText: string;
  readonly filters: Readonly<Record<string, string>>;
  readonly dragged: IncidentRow | null;
  readonly onDrag: (incident: IncidentRow | null) => void;
  readonly onStep: (step: Step) => void;
}

function Column({ status, searchText, filters, dragged, onDrag, onStep }: ColumnProps) {
  const query = useColumn(status, searchText, filters);
  const takes = dragged !== null && mayFollow(dragged.status, status);
  const handleOver = (event: DragEvent) => {
    if (takes) event.preventDefault();
  };
  const handleDrop = (event: DragEvent) => {
    event.preventDefault();
    if (takes) onStep({ incident: dragged, status });
    onDrag(null);
  };
  const titleId = `incident-column-${status}`;
  return (
    <section
      className={classNames(styles.column, takes && styles.takes)}
      aria-labelledby={titleId}
      onDragOver={handleOver}
      onDrop={handleDrop}
    >
      <h2 id={titleId} className={styles.columnTitle}>
        {statusText(status)} <span className={styles.count}>{query.data?.count ?? ''}</span>
      </h2>
      <Loaded query={query} height={120}>
        {(incidents) => <Cards {...{ status, searchText, filters, incidents, onDrag, onStep }} />}
      </Loaded>
    </section>
  );
}

interface CardsProps extends Omit<ColumnProps, 'dragged'> {
  readonly incidents: { readonly count: number; readonly data: readonly IncidentRow[] };
}

function Cards({ status, searchText, filters, incidents: { count, data }, onDrag, onStep }: CardsProps) {
  const asked = new URLSearchParams({ ...filters, state: status });
  if (searchText !== '') asked.set('searchText', searchText);
  return (
    <>
      {count === 0 && <p className={styles.hint}>{t('incidents.columnEmpty')}</p>}
      <ul className={styles.cards}>
        {data.map((incident) => (
          <li key={incident.id}>
            <IncidentCard incident={incident} onDrag={onDrag} onStep={onStep} />
          </li>
        ))}
      </ul>
      {count > cardsShown && (
        <a href={`#/manage-incidents?${asked}`}>{t('incidents.more', { count: count - cardsShown })}</a>
      )}
    </>
  );
}

type CardProps = Pick<ColumnProps, 'onDrag' | 'onStep'> & { readonly incident: IncidentRow };

function IncidentCard({ incident, onDrag, onStep }: CardProps) {
  const mayMove = useSession((session) => session.hasAccess('status'));
  const mayEdit = useSession((session) => session.hasAccess('edit')) && incident.status !== 'Closed';
  const zone = useZoneChoice();
  const [next] = mayMove ? statusesAfter(incident.status) : [];
  const { id, type, siteName, severity, description, isFromLostPhone, isSentLate, isFromFuture } = incident;
  const name = `${typeWords(type)}, ${siteName}`;
  const handleKey = (event: KeyboardEvent) => {
    if (event.key !== 'ArrowRight' || next === undefined) return;
    event.preventDefault();
    onStep({ incident, status: next });
  };
  return (
    <article
      className={styles.card}
      data-severity={severity}
      draggable={next !== undefined}
      onDragStart={() => onDrag(incident)}
      onDragEnd={() => onDrag(null)}
    >
      <div className={styles.cardHead}>
        <a className={styles.cardName} href={detailsHref(id, zone)} onKeyDown={handleKey} draggable={false}>
          {typeWords(type)}
        </a>
        <Menu
          align="end"
          items={cardItems(incident, { mayEdit, next, zone }, onStep)}
          trigger={(trigger) => (
            <IconButton
              {...trigger}
              size="small"
              label={t('incidents.actionsOf', { incident: name })}
              icon={<IconDotsVertical size={16} aria-hidden />}
            />
          )}
        />
      </div>
      <p className={styles.cardText}>{description}</p>
      <div className={styles.cardFacts}>
        <IncidentSeverityBadge severity={severity} />
        {isFromLostPhone && <DoubtMark doubt="lostPhone" />}
        {isSentLate && <DoubtMark doubt="sentLate" />}
        {isFromFuture && <DoubtMark doubt="fromFuture" />}
        <span>{siteName}</span>
      </div>
      <CardFoot incident={incident} />
    </article>
  );
}

function CardFoot({ incident }: Pick<CardProps, 'incident'>) {
  const { reportedAt, siteTimeZone, assigneeName, photos } = incident;
  const zone = useShownZone(siteTimeZone);
  const times = `${wallClock(reportedAt, zone)}. ${otherTimeText(reportedAt, zone, siteTimeZone)}`;
  return (
    <div className={styles.cardFacts}>
      <time dateTime={new Date(reportedAt).toISOString()} data-tip={times}>
        <Age atMs={reportedAt} />
      </time>
      {photos > 0 && (
        <span className={styles.photoCount}>
          <IconPhoto size={14} aria-hidden /> {t('incidents.photoCount', { count: photos })}
        </span>
      )}
      {assigneeName !== '' && <span>{assigneeName}</span>}
    </div>
  );
}

interface CardSteps {
  readonly mayEdit: boolean;
  readonly next: IncidentStatus | undefined;
  readonly zone: ZoneChoice;
}

function cardItems(
  incident: IncidentRow,
  { mayEdit, next, zone }: CardSteps,
  onStep: (step: Step) => void,
): MenuItem[] {
  const { id } = incident;
  const items: MenuItem[] = [
    {
      id: 'details',
      label: t('records.details'),
      icon: <IconEye size={16} aria-hidden />,
      href: detailsHref(id, zone),
    },
  ];
  if (mayEdit) {
    const icon = <IconPencil size={16} aria-hidden />;
    items.push({ id: 'edit', label: t('records.edit'), icon, href: editHref(id) });
  }
  if (next !== undefined) {
    items.push({
      id: 'move',
      label: t('incidents.moveTo', { status: statusText(next) }),
      icon: <IconArrowRight size={16} aria-hidden />,
      onSelect: () => onStep({ incident, status: next }),
    });
  }
  return items;
}
