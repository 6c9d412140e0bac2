// What is wrong with the log, and what operators did to it.
import type { EvidenceLog, EvidenceNote } from '@watchpost/contract/evidence';
import { IconShieldX } from '@tabler/icons-react';
import { DateAndTime } from '../../lib/date-and-time.tsx';
import { currentLocale, t } from '../../lib/labels.ts';
import { timeWords } from '../../records/record-time.ts';
import { Card } from '../../ui/display/card.tsx';
import { HistoryList } from '../../ui/display/history-list.tsx';
import styles from './evidence-log-page.module.css';

/** Nothing is sealed until an operator has looked into it. */
export function LogAlarm({ fault }: { readonly fault: NonNullable<EvidenceLog['fault']> }) {
  return (
    <section className={styles.alarm} role="alert" aria-label={t('evidence.broken')}>
      <IconShieldX size={20} aria-hidden />
      <div>
        <h2>{t('evidence.broken')}</h2>
        <p>{t(`evidence.fault.${fault}`)}</p>
        <p>{t('evidence.brokenWhatNow')}</p>
      </div>
    </section>
  );
}

/** Shown for good: a log that was cut on purpose says so. */
export function LogNotes({ notes }: { readonly notes: readonly EvidenceNote[] }) {
  return (
    <Card title={t('evidence.notes')}>
      <HistoryList
        items={notes.map((note) => ({
          id: `${note.kind} ${note.atMs}`,
          title: t(`evidence.note.${note.kind}`),
          time: (
            <time>
              <DateAndTime words={timeWords(note.atMs)} />
            </time>
          ),
          actor: t('evidence.operator'),
          words: noteWords(note),
          tone: 'bad' as const,
        }))}
      />
    </Card>
  );
}

function noteWords({ kind, from, to, madeAt, reason }: EvidenceNote): string {
  const steps = t('evidence.noteSteps', { before: endWords(from), after: endWords(to) });
  const madeAtMs = Date.parse(madeAt);
  if (kind === 'accepted') return `${reason} ${steps}`.trim();
  return Number.isNaN(madeAtMs) ? steps : `${t('evidence.backupOf', { time: timeWords(madeAtMs) })} ${steps}`;
}

function endWords(end: EvidenceNote['from']): string {
  if (end === null) return t('evidence.noRecords');
  const count = end.size.toLocaleString(currentLocale());
  return t('evidence.recordsAsOf', { count, time: timeWords(end.atMs) });
}
