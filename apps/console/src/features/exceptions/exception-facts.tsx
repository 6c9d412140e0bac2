import type { ExceptionDetails, ExceptionRow } from '@watchpost/contract/exceptions';
import { IconInfoCircle } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useSession } from '../../lib/current-session.ts';
import { t } from '../../lib/labels.ts';
import { dueRoundHref, guardHref, siteHref } from '../../lib/record-links.ts';
import { ScannedOf, SiteTime } from '../../lib/rounds/round-cells.tsx';
import { useZoneChoice } from '../../lib/rounds/shown-zone.ts';
import { durationText } from '../../lib/rounds/round-texts.ts';
import { classNames } from '../../ui/class-names.ts';
import { Card } from '../../ui/display/card.tsx';
import { Fact, Facts } from '../../ui/display/facts.tsx';
import {
  AgeCell,
  ExceptionStatusBadge,
  guardsText,
  Kind,
  madeGoodText,
  outcomeText,
  Owner,
  reasonText,
  ExceptionSeverityBadge,
} from './exception-texts.tsx';
import styles from './exceptions.module.css';

interface FactsProps {
  readonly details: ExceptionDetails;
}

/** What happened, where and by whom; then who has it, and how it ended. */
export function ExceptionFacts({ details }: FactsProps) {
  const { exception } = details;
  const madeGood = madeGoodText(exception);
  return (
    <Card>
      <header className={styles.head}>
        <h2 className={styles.name}>
          <Kind kind={exception.kind} />
          <span className={styles.place}>
            {[exception.routeName, exception.siteName].filter((part) => part !== '').join(', ')}
          </span>
        </h2>
        <div className={styles.badges}>
          <ExceptionStatusBadge status={exception.status} />
          <ExceptionSeverityBadge severity={exception.severity} />
          <AgeCell row={exception} />
        </div>
      </header>
      <ul className={styles.reasons} aria-label={t('exceptions.reasons')}>
        {exception.reasons.map((reason) => (
          <li key={reason}>{reasonText(reason)}</li>
        ))}
      </ul>
      {madeGood !== null && (
        <p className={styles.notice}>
          <IconInfoCircle size={18} aria-hidden />
          {madeGood}
        </p>
      )}
      <WhatHappened details={details} />
      <Course exception={exception} />
    </Card>
  );
}

function Linked({ href, children }: { readonly href: string | null; readonly children: ReactNode }) {
  return href === null ? children : <a href={href}>{children}</a>;
}

function WhatHappened({ details: { exception, due, round } }: FactsProps) {
  const maySeeSites = useSession((session) => session.canView('SITES'));
  const maySeeGuards = useSession((session) => session.canView('GUARDS'));
  const maySeeTours = useSession((session) => session.canView('PATROL_TOURS'));
  const shown = useZoneChoice();
  const { siteId, siteName, tourName, guards, timeZone, dueRoundId } = exception;
  const [guard] = guards.length === 1 && maySeeGuards ? guards : [];
  const dueHref = dueRoundId !== null && maySeeTours ? dueRoundHref(dueRoundId, shown) : null;
  return (
    <div className={styles.facts}>
      <Facts>
        <Fact label={t('records.site')}>
          <Linked href={maySeeSites ? siteHref(siteId) : null}>{siteName}</Linked>
        </Fact>
        {tourName !== '' && (
          <Fact label={t('exceptions.tour')}>
            <Linked href={dueHref}>{tourName}</Linked>
          </Fact>
        )}
        <Fact label={t('exceptions.guard')}>
          <Linked href={guard === undefined ? null : guardHref(guard.id)}>{guardsText(exception)}</Linked>
        </Fact>
        {due !== null && (
          <Fact label={t('exceptions.dueAt')}>
            <SiteTime atMs={due.dueAtMs} zone={timeZone} />
          </Fact>
        )}
        {round !== null && (
          <>
            <Fact label={t('exceptions.begunAt')}>
              <SiteTime atMs={round.startedAtMs} zone={timeZone} />
            </Fact>
            <Fact label={t('exceptions.scanned')}>
              <ScannedOf scanned={round.scannedCheckPoints} total={round.totalCheckPoints} />
            </Fact>
          </>
        )}
      </Facts>
    </div>
  );
}

function Course({ exception }: { readonly exception: ExceptionRow }) {
  const { openedAtMs, takenAtMs, closedAtMs, outcome, closingReason, owner, timeZone } = exception;
  const after = (atMs: number) => t('exceptions.after', { time: durationText(atMs - openedAtMs) });
  return (
    <div className={classNames(styles.facts, styles.course)}>
      <Facts>
        <Fact label={t('exceptions.openedAt')}>
          <SiteTime atMs={openedAtMs} zone={timeZone} />
        </Fact>
        <Fact label={t('exceptions.owner')}>
          <Owner owner={owner} />
        </Fact>
        {takenAtMs !== null && (
          <Fact label={t('exceptions.takenAt')}>
            <SiteTime atMs={takenAtMs} zone={timeZone} />{' '}
            <span className={styles.quiet}>{after(takenAtMs)}</span>
          </Fact>
        )}
        {closedAtMs !== null && (
          <Fact label={t('exceptions.closedAt')}>
            <SiteTime atMs={closedAtMs} zone={timeZone} />{' '}
            <span className={styles.quiet}>{after(closedAtMs)}</span>
          </Fact>
        )}
        {outcome !== null && <Fact label={t('exceptions.outcome')}>{outcomeText(outcome)}</Fact>}
        {closingReason !== '' && (
          <Fact label={t('exceptions.closingReason')} isWide>
            <span className={styles.words}>{closingReason}</span>
          </Fact>
        )}
      </Facts>
    </div>
  );
}
