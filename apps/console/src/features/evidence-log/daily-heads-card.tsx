// The heads of days, which anybody may have, and their time-stamps.
import type { PublishedHead } from '@watchpost/contract/evidence';
import { IconCalendarStats } from '@tabler/icons-react';
import { currentLocale, t } from '../../lib/labels.ts';
import { timeWords } from '../../records/record-time.ts';
import { useSaving } from '../../reports/use-saving.ts';
import { Button } from '../../ui/actions/button.tsx';
import { Card, CardNote } from '../../ui/display/card.tsx';
import { EmptyState } from '../../ui/display/empty-state.tsx';
import { PlainTable } from '../../ui/display/plain-table.tsx';
import { VisuallyHidden } from '../../ui/display/visually-hidden.tsx';
import styles from './evidence-log-page.module.css';
import { saveDayNote, saveTimeStamp } from './evidence-log.api.ts';

interface DailyHeadsProps {
  /** The newest first. */
  readonly published: readonly PublishedHead[];
}

export function DailyHeadsCard({ published }: DailyHeadsProps) {
  if (published.length === 0) {
    return (
      <Card title={t('evidence.days')}>
        <EmptyState
          icon={<IconCalendarStats size={32} aria-hidden />}
          title={t('evidence.noDays')}
          reason={t('evidence.noDaysWhy')}
        />
      </Card>
    );
  }
  return (
    <Card title={t('evidence.days')} isFlush>
      <CardNote>{t('evidence.daysWords')}</CardNote>
      <PlainTable label={t('evidence.days')} isFocusable>
        <thead>
          <tr>
            <th scope="col">{t('evidence.day')}</th>
            <th scope="col" data-is-number>
              {t('evidence.size')}
            </th>
            <th scope="col">{t('evidence.stamp')}</th>
            <th scope="col">
              <VisuallyHidden>{t('evidence.save')}</VisuallyHidden>
            </th>
          </tr>
        </thead>
        <tbody>
          {published.map((head) => (
            <DayRow key={head.day} head={head} />
          ))}
        </tbody>
      </PlainTable>
    </Card>
  );
}

/** Of UTC, whichever zone the viewer is in. */
const dayText = (atMs: number): string =>
  new Date(atMs).toLocaleDateString(currentLocale(), { dateStyle: 'medium', timeZone: 'UTC' });

function DayRow({
  head: { day, size, atMs, stampState, stampReason, stampedAtMs },
}: {
  head: PublishedHead;
}) {
  const name = dayText(atMs);
  const note = useSaving(() => saveDayNote(day));
  const stamp = useSaving(() => saveTimeStamp(day));
  return (
    <tr>
      <td>{name}</td>
      <td data-is-number>{size.toLocaleString(currentLocale())}</td>
      <td title={stampReason === '' ? undefined : stampReason}>
        {stampedAtMs === null ? t(`evidence.stamp.${stampState}`) : timeWords(stampedAtMs)}
        {stampReason !== '' && <p className={styles.reason}>{stampReason}</p>}
      </td>
      <td>
        <Button
          size="small"
          variant="quiet"
          isBusy={note.isBusy}
          aria-label={t('evidence.saveNoteOf', { name })}
          onClick={() => void note.start()}
        >
          {t('evidence.note')}
        </Button>
        {stampState === 'stamped' && (
          <Button
            size="small"
            variant="quiet"
            isBusy={stamp.isBusy}
            aria-label={t('evidence.saveStampOf', { name })}
            onClick={() => void stamp.start()}
          >
            {t('evidence.stamp')}
          </Button>
        )}
      </td>
    </tr>
  );
}
