// The figures of the span: compliance, rounds, completion, guards on duty, incidents and exceptions (DASH-02).
import type { Dashboard, RoundTally } from '@watchpost/contract/dashboard';
import {
  dueLink,
  exceptionsLink,
  type FigurePlace,
  incidentsLink,
  roundsLink,
} from '@watchpost/contract/dashboard-links';
import {
  complianceOf,
  type DueOutcome,
  type DueTally,
  judgedOf,
  judgedOutcomes,
} from '@watchpost/domain/due-outcomes';
import { incidentMeanings } from '../../lib/incident-meanings.ts';
import { t } from '../../lib/labels.ts';
import { outcomeText } from '../../reports/outcome-text.ts';
import { ShareBar } from '../../ui/charts/share-bar.tsx';
import type { BarPart } from '../../ui/charts/stacked-bars.tsx';
import styles from './dashboard.module.css';
import { FigureCard, type FigureRow } from './figure-card.tsx';
import { hrefOf } from './figure-links.ts';
import { OnDutyCard } from './on-duty-card.tsx';
import { completionOf, count, countDelta, percent, shareDelta, spanText } from './figure-texts.ts';
import { checkpointParts, dueParts, roundParts } from './tally-parts.ts';

interface CardsProps {
  readonly figures: Dashboard;
  readonly site: string | null;
}

export function FigureCards({ figures, site }: CardsProps) {
  const place = { span: figures.span, site };
  const { rounds, due, onDuty, onDutySites, incidents, exceptions } = figures;
  return (
    <div className={styles.figures}>
      {(due !== null || onDuty !== null) && (
        <div className={styles.stack}>
          {due !== null && <ComplianceCard place={place} due={due} />}
          {onDuty !== null && <OnDutyCard place={place} onDuty={onDuty} sites={onDutySites ?? []} />}
        </div>
      )}
      {rounds !== null && (
        <div className={styles.stack}>
          <RoundsCard place={place} rounds={rounds} />
          <CompletionCard place={place} rounds={rounds} />
        </div>
      )}
      {(incidents !== null || exceptions !== null) && (
        <div className={styles.stack}>
          {incidents !== null && <IncidentsCard place={place} incidents={incidents} />}
          {exceptions !== null && <ExceptionsCard place={place} exceptions={exceptions} />}
        </div>
      )}
    </div>
  );
}

const rowsOf = (parts: readonly BarPart[], text: (key: string) => string): FigureRow[] =>
  parts.map(({ key, look, value, href }) => ({
    id: key,
    look,
    text: text(key),
    value: count(value),
    href,
  }));

const isJudged = (key: DueOutcome): boolean => judgedOutcomes.some((outcome) => outcome === key);

interface DueProps {
  readonly place: FigurePlace;
  readonly due: { readonly now: DueTally; readonly before: DueTally };
}

function ComplianceCard({ place, due }: DueProps) {
  const share = complianceOf(due.now);
  const parts = dueParts(place, due.now).filter(({ key, value }) => value > 0 || isJudged(key));
  return (
    <FigureCard
      title={t('dashboard.compliance')}
      definition={t('dashboard.complianceWhy')}
      value={share === null ? '–' : percent(share)}
      href={hrefOf(dueLink(place, 'judged'))}
      note={t('dashboard.ofDue', { count: judgedOf(due.now) })}
      delta={shareDelta(share, complianceOf(due.before))}
      rows={parts.map(({ key, look, value, href }) => ({
        id: key,
        look,
        text: outcomeText(key),
        value: count(value),
        href,
      }))}
    >
      <ShareBar label={t('dashboard.compliance')} parts={parts} />
    </FigureCard>
  );
}

interface RoundsProps {
  readonly place: FigurePlace;
  readonly rounds: { readonly now: RoundTally; readonly before: RoundTally };
}

const allOf = ({ inProgress, incompleted, completed }: RoundTally) => inProgress + incompleted + completed;

function RoundsCard({ place, rounds: { now, before } }: RoundsProps) {
  const parts = roundParts(place, now);
  const text: Readonly<Record<string, string>> = {
    completed: t('narrow.completed'),
    incompleted: t('narrow.incompleted'),
    inProgress: t('narrow.inProgress'),
  };
  return (
    <FigureCard
      title={t('dashboard.rounds')}
      definition={t('dashboard.roundsWhy')}
      value={count(allOf(now))}
      href={hrefOf(roundsLink(place))}
      note={t('dashboard.begun')}
      delta={countDelta(allOf(now), allOf(before), null)}
      rows={rowsOf(parts, (key) => text[key] ?? '')}
    >
      <ShareBar label={t('dashboard.rounds')} parts={parts} />
    </FigureCard>
  );
}

function CompletionCard({ place, rounds: { now, before } }: RoundsProps) {
  const share = completionOf(now);
  const parts = checkpointParts(place, now);
  const text: Readonly<Record<string, string>> = {
    scanned: t('dashboard.pointsScanned'),
    missed: t('dashboard.pointsMissed'),
  };
  return (
    <FigureCard
      title={t('dashboard.completion')}
      definition={t('dashboard.completionWhy')}
      value={share === null ? '–' : percent(share)}
      href={hrefOf(roundsLink(place, { status: 'ended' }))}
      note={t('dashboard.scannedOf', {
        scanned: count(now.scanned),
        planned: count(now.planned),
        rounds: count(now.completed + now.incompleted),
      })}
      delta={shareDelta(share, completionOf(before))}
      rows={rowsOf(parts, (key) => text[key] ?? '')}
    >
      <ShareBar label={t('dashboard.completion')} parts={parts} />
    </FigureCard>
  );
}

interface IncidentsProps {
  readonly place: FigurePlace;
  readonly incidents: NonNullable<Dashboard['incidents']>;
}

const medianRow = (
  id: string,
  text: string,
  { medianMs }: { readonly medianMs: number | null },
  href: string | null,
): FigureRow => ({
  id,
  look: 'unknown',
  text,
  value: medianMs === null ? '–' : spanText(medianMs),
  href: medianMs === null ? null : href,
});

function IncidentsCard({ place, incidents }: IncidentsProps) {
  const { reported, reportedBefore, attended, closed } = incidents;
  const link = (filter: Parameters<typeof incidentsLink>[1]) => hrefOf(incidentsLink(place, filter));
  return (
    <FigureCard
      title={t('dashboard.incidents')}
      definition={t('dashboard.incidentsWhy')}
      value={count(incidents.New + incidents.Attended)}
      href={link({ state: 'open' })}
      note={t('dashboard.now')}
      rows={[
        {
          id: 'new',
          look: incidentMeanings.New,
          text: t('dashboard.incidentsNew'),
          value: count(incidents.New),
          href: link({ state: 'New' }),
        },
        {
          id: 'attended',
          look: incidentMeanings.Attended,
          text: t('dashboard.incidentsAttended'),
          value: count(incidents.Attended),
          href: link({ state: 'Attended' }),
        },
        {
          id: 'reported',
          look: 'plain',
          text: t('dashboard.reported', { before: count(reportedBefore) }),
          value: count(reported),
          href: link({ isOfSpan: true }),
        },
        medianRow(
          'answered',
          t('dashboard.answered', { count: attended.count }),
          attended,
          link({ isOfSpan: true, state: 'answered' }),
        ),
        medianRow(
          'settled',
          t('dashboard.settled', { count: closed.count }),
          closed,
          link({ isOfSpan: true, state: 'settled' }),
        ),
      ]}
    />
  );
}

interface ExceptionsProps {
  readonly place: FigurePlace;
  readonly exceptions: NonNullable<Dashboard['exceptions']>;
}

function ExceptionsCard({ place, exceptions: { unsettled, overdue, closed } }: ExceptionsProps) {
  const link = (filter: Parameters<typeof exceptionsLink>[1]) => {
    const found = exceptionsLink(place, filter);
    return found === null ? null : hrefOf(found);
  };
  return (
    <FigureCard
      title={t('dashboard.exceptions')}
      definition={t('dashboard.exceptionsWhy')}
      value={count(unsettled)}
      href={link('unsettled')}
      note={t('dashboard.now')}
      rows={[
        {
          id: 'overdue',
          look: 'missed',
          text: t('dashboard.exceptionsOverdue'),
          value: count(overdue),
          href: link('overdue'),
        },
        {
          id: 'closed',
          look: 'good',
          text: t('dashboard.exceptionsClosed'),
          value: count(closed.count),
          href: link('closed'),
        },
        medianRow('median', t('dashboard.exceptionsMedian'), closed, link('closed')),
      ]}
    />
  );
}
