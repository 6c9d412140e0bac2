// What the tour in the form would make next, before it is saved (MNG-07).
import { type TourChoices, tourFields } from '@watchpost/contract/tours';
import type { TourPlan } from '@watchpost/domain/tours';
import { useMemo, useState } from 'react';
import { t } from '../../lib/labels.ts';
import { timeFormat, wallClock } from '../../lib/rounds/round-times.ts';
import { fieldTimeWords } from '../../records/week-words.ts';
import { Card } from '../../ui/display/card.tsx';
import { type DayAhead, daysAhead } from './rounds-ahead.ts';
import { tourInputOf, type TourDraft } from './tour-draft.ts';
import { dateWords } from './tour-words.ts';
import styles from './tours.module.css';

interface PreviewProps {
  readonly draft: TourDraft;
  readonly choices: TourChoices | undefined;
}

export function TourPreview({ draft, choices }: PreviewProps) {
  const [nowMs] = useState(() => Date.now());
  const days = useMemo(() => {
    const plan = choices === undefined ? null : planOf(draft, choices);
    return plan === null ? null : daysAhead(plan, nowMs);
  }, [draft, choices, nowMs]);
  const zone = choices?.timeZone ?? '';
  return (
    <Card title={t('tours.preview')}>
      {days === null && <p className={styles.quiet}>{t('tours.previewMissing')}</p>}
      {days?.length === 0 && <p className={styles.quiet}>{t('tours.previewNone')}</p>}
      {days !== null && days.length > 0 && (
        <>
          <p className={styles.quiet}>{t('tours.zone', { zone })}</p>
          <ol className={styles.days}>
            {days.map((day) => (
              <li key={day.date}>
                <h3>{dateWords(day.date)}</h3>
                {day.hours !== null && (
                  <p className={styles.warning}>{t('tours.oddDay', { count: day.hours })}</p>
                )}
                {draft.kind === 'random' ? (
                  <Window draft={draft} day={day} />
                ) : (
                  <Rounds day={day} zone={zone} />
                )}
              </li>
            ))}
          </ol>
          {draft.kind === 'random' && <p className={styles.quiet}>{t('tours.unforeseen')}</p>}
        </>
      )}
    </Card>
  );
}

function Rounds({ day, zone }: { readonly day: DayAhead; readonly zone: string }) {
  const clockOf = (atMs: number) => wallClock(atMs, zone, timeFormat());
  return (
    <ul className={styles.rounds}>
      {day.rounds.map(({ dueAtMs, lateAtMs, missedAtMs }) => (
        <li key={dueAtMs}>
          <strong>{clockOf(dueAtMs)}</strong>
          <span className={styles.quiet}>
            {t('tours.lateAndMissed', {
              late: clockOf(lateAtMs),
              missed: clockOf(missedAtMs),
            })}
          </span>
        </li>
      ))}
    </ul>
  );
}

/** Rounds at random have no times that anybody may know. */
function Window({
  draft: { fromMinute, toMinute },
  day,
}: {
  readonly draft: TourDraft;
  readonly day: DayAhead;
}) {
  return (
    <p>
      <strong>{`${fieldTimeWords(fromMinute)} – ${fieldTimeWords(toMinute)}`}</strong>{' '}
      {t('tours.roundsAtRandom', { count: day.rounds.length })}
    </p>
  );
}

/** Null while what the rounds are made from is not whole. */
function planOf(draft: TourDraft, { timeZone, holidays }: TourChoices): TourPlan | null {
  const input = tourInputOf(draft);
  const schedule = tourFields.schedule.write.safeParse(input.schedule);
  const weekdays = tourFields.weekdays.write.safeParse(input.weekdays);
  const validFrom = tourFields.validFrom.write.safeParse(input.validFrom);
  const validTo = tourFields.validTo.write.safeParse(input.validTo);
  const startWindow = tourFields.startWindowMinutes.write.safeParse(input.startWindowMinutes);
  const grace = tourFields.graceMinutes.write.safeParse(input.graceMinutes);
  if (!(schedule.success && weekdays.success && validFrom.success && validTo.success)) return null;
  if (!(startWindow.success && grace.success)) return null;
  return {
    timeZone,
    weekdays: weekdays.data,
    schedule: schedule.data,
    validFrom: validFrom.data,
    validTo: validTo.data,
    holidays: new Set(draft.skipsHolidays ? holidays.map(({ day }) => day) : []),
    startWindowMinutes: startWindow.data,
    graceMinutes: grace.data,
  };
}
