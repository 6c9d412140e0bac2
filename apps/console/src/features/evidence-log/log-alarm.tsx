// What is wrong with the log, and what operators did to it.
import type { EvidenceClockNote, EvidenceLog, EvidenceNote } from '@watchpost/contract/evidence';
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
export function LogNotes({ log }: { readonly log: EvidenceLog }) {
  const notes = [...log.notes.map(operatorItem), ...log.clockNotes.map(clockItem)];
  if (notes.length === 0) return null;
  const items = notes.toSorted((one, other) => other.atMs - one.atMs).map(({ atMs: _at, ...item }) => item);
  return (
    <Card title={t('evidence.notes')}>
      <HistoryList items={items} />
    </Card>
  );
}

const timeOf = (atMs: number) => (
  <time>
    <DateAndTime text={timeWords(atMs)} />
  </time>
);

const operatorItem = (note: EvidenceNote) => ({
  atMs: note.atMs,
  id: `${note.kind} ${note.atMs}`,
  title: t(`evidence.note.${note.kind}`),
  time: timeOf(note.atMs),
  actor: t('evidence.operator'),
  text: noteText(note),
  tone: 'bad' as const,
});

const clockItem = ({ atMs, fromMs, toMs }: EvidenceClockNote) => ({
  atMs,
  id: `clock ${atMs} ${fromMs}`,
  title: t('evidence.note.clockSetBack'),
  time: timeOf(atMs),
  actor: t('evidence.byServer'),
  text: t('evidence.clockWords', { from: timeWords(fromMs), to: timeWords(toMs) }),
  tone: 'bad' as const,
});

function noteText({ kind, from, to, madeAt, reason }: EvidenceNote): string {
  const steps = t('evidence.noteSteps', { before: endText(from), after: endText(to) });
  const madeAtMs = Date.parse(madeAt);
  if (kind === 'accepted') return `${reason} ${steps}`.trim();
  return Number.isNaN(madeAtMs) ? steps : `${t('evidence.backupOf', { time: timeWords(madeAtMs) })} ${steps}`;
}

function endText(end: EvidenceNote['from']): string {
  if (end === null) return t('evidence.noRecords');
  const count = end.size.toLocaleString(currentLocale());
  return t('evidence.recordsAsOf', { count, time: timeWords(end.atMs) });
}
