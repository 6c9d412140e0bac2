// Where it is not as it should be: sites and guards by compliance, and the checkpoints that are missed most.
import type { DashboardRanking } from '@watchpost/contract/dashboard';
import { dueLink, type FigurePlace, roundsLink } from '@watchpost/contract/dashboard-links';
import { complianceOf, type DueTally, judgedOf } from '@watchpost/domain/due-outcomes';
import type { ReactNode } from 'react';
import { t } from '../../lib/labels.ts';
import { outcomeText } from '../../reports/outcome-text.ts';
import { ShareBar } from '../../ui/charts/share-bar.tsx';
import { Card, CardNote } from '../../ui/display/card.tsx';
import { PlainTable } from '../../ui/display/plain-table.tsx';
import styles from './dashboard.module.css';
import { hrefOf } from './figure-links.ts';
import { completionOf, count, percent } from './figure-texts.ts';
import { guardsNote, sitesNote } from './ranking-notes.ts';
import { barShareOf, dueParts, roundParts } from './tally-parts.ts';

interface RankingProps {
  readonly ranking: DashboardRanking;
  readonly site: string | null;
}

const numbered = ['missed', 'incomplete', 'doneLate'] as const;

function DueHead() {
  return (
    <>
      <th scope="col">{t('dashboard.compliance')}</th>
      {numbered.map((outcome) => (
        <th key={outcome} scope="col" data-is-number>
          {outcomeText(outcome)}
        </th>
      ))}
    </>
  );
}

interface DueCellsProps {
  readonly place: FigurePlace;
  readonly due: DueTally;
  readonly guard?: { readonly id: string; readonly name: string };
}

function DueCells({ place, due, guard }: DueCellsProps) {
  const share = complianceOf(due);
  const href = (outcome: Parameters<typeof dueLink>[1]) =>
    hrefOf(dueLink(place, outcome, guard?.id), guard?.name);
  return (
    <>
      <td>
        <div className={styles.share}>
          <a href={href('judged')} title={t('dashboard.ofDue', { count: judgedOf(due) })}>
            {share === null ? '–' : percent(share)}
          </a>
          <ShareBar label={t('dashboard.compliance')} parts={dueParts(place, due, guard)} />
        </div>
      </td>
      {numbered.map((outcome) => (
        <td key={outcome} data-is-number data-is-none={due[outcome] === 0 || undefined}>
          <a href={href(outcome)}>{count(due[outcome])}</a>
        </td>
      ))}
    </>
  );
}

export function SitesCard({ ranking, site }: RankingProps) {
  const { sites, span } = ranking;
  const [first] = sites;
  const hasDue = first !== undefined && first.due !== null;
  const hasRounds = first !== undefined && first.rounds !== null;
  if (!hasDue && !hasRounds) return null;
  const note = sitesNote(ranking);
  return (
    <Card title={t('dashboard.sites')} isFlush>
      {note !== null && <CardNote>{note}</CardNote>}
      <Ranked label={t('dashboard.sites')}>
        <thead>
          <tr>
            <th scope="col">{t('rounds.site')}</th>
            {hasDue && <DueHead />}
            {hasRounds && <RoundsHead />}
          </tr>
        </thead>
        <tbody>
          {sites.map(({ id, name, due, rounds }) => {
            const place = { span, site: id };
            return (
              <tr key={id}>
                <th scope="row">
                  {site === id ? name : <a href={`#/admin-dashboard/dashboard?${siteQuery(id)}`}>{name}</a>}
                </th>
                {due !== null && <DueCells place={place} due={due} />}
                {rounds !== null && <RoundCells place={place} rounds={rounds} />}
              </tr>
            );
          })}
        </tbody>
      </Ranked>
    </Card>
  );
}

/** The dashboard of a site, over the span that is looked at. */
function siteQuery(site: string): URLSearchParams {
  const query = new URLSearchParams(window.location.hash.split('?')[1] ?? '');
  query.set('site', site);
  return query;
}

function RoundsHead() {
  return (
    <>
      <th scope="col" data-is-number>
        {t('dashboard.rounds')}
      </th>
      <th scope="col">{t('dashboard.byStatus')}</th>
      <th scope="col" data-is-number>
        {t('dashboard.completion')}
      </th>
    </>
  );
}

interface RoundCellsProps {
  readonly place: FigurePlace;
  readonly rounds: NonNullable<DashboardRanking['sites'][number]['rounds']>;
}

function RoundCells({ place, rounds }: RoundCellsProps) {
  const share = completionOf(rounds);
  return (
    <>
      <td data-is-number>
        <a href={hrefOf(roundsLink(place))}>
          {count(rounds.inProgress + rounds.incompleted + rounds.completed)}
        </a>
      </td>
      <td>
        <ShareBar label={t('dashboard.byStatus')} parts={roundParts(place, rounds)} />
      </td>
      <td data-is-number>
        <a href={hrefOf(roundsLink(place, { status: 'ended' }))}>{share === null ? '–' : percent(share)}</a>
      </td>
    </>
  );
}

export function GuardsCard({ ranking, site }: RankingProps) {
  const { guards, span } = ranking;
  if (guards === null) return null;
  const place = { span, site };
  return (
    <Card title={t('dashboard.guards')} isFlush>
      {guards.length === 0 ? (
        <CardNote>{guardsNote(ranking)}</CardNote>
      ) : (
        <Ranked label={t('dashboard.guards')}>
          <thead>
            <tr>
              <th scope="col">{t('narrow.guard')}</th>
              <DueHead />
            </tr>
          </thead>
          <tbody>
            {guards.map(({ id, name, due }) => (
              <tr key={id}>
                <th scope="row">{name}</th>
                <DueCells place={place} due={due} guard={{ id, name }} />
              </tr>
            ))}
          </tbody>
        </Ranked>
      )}
    </Card>
  );
}

export function MissedCard({ ranking: { missed, span }, site }: RankingProps) {
  if (missed === null) return null;
  const place = { span, site };
  const most = Math.max(0, ...missed.map((each) => each.missed));
  return (
    <Card title={t('dashboard.missed')} isFlush>
      {missed.length === 0 ? (
        <CardNote>{t('dashboard.noMissed')}</CardNote>
      ) : (
        <ol className={styles.missed}>
          {missed.map((each) => (
            <li key={each.id}>
              <a href={hrefOf(roundsLink(place, { missed: each.id }), each.name)}>
                <span
                  className={styles.missedBar}
                  style={{ width: percent(barShareOf(each.missed, most)) }}
                />
                <span className={styles.missedName}>
                  {each.name}
                  <small>{each.siteName}</small>
                </span>
                <strong>{count(each.missed)}</strong>
              </a>
            </li>
          ))}
        </ol>
      )}
    </Card>
  );
}

function Ranked({ label, children }: { readonly label: string; readonly children: ReactNode }) {
  return (
    <div className={styles.ranked}>
      <PlainTable label={label} isFocusable>
        {children}
      </PlainTable>
    </div>
  );
}
