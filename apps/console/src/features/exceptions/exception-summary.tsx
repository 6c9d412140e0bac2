// How much waits and how fast it is dealt with; each figure opens the rows that it counts.
import type { ExceptionSummary } from '@watchpost/contract/exceptions';
import { closingTimesDays } from '@watchpost/domain/exceptions';
import { currentLocale, t } from '../../lib/labels.ts';
import { durationText } from '../../lib/rounds/round-texts.ts';
import { zoneChoiceIn } from '../../lib/rounds/shown-zone.ts';
import { useUrlSearch } from '../../lib/url-search.ts';
import { zoneName } from '../../records/record-search.ts';
import { Loaded } from '../../records/loaded.tsx';
import { classNames } from '../../ui/class-names.ts';
import { filterNames, useSummary } from './exceptions.api.ts';
import styles from './exceptions.module.css';

type Opened = Readonly<Partial<Record<(typeof filterNames)[number], string>>>;

interface Figure {
  readonly id: string;
  readonly label: string;
  readonly figure: string;
  readonly note: string;
  readonly look?: 'overdue';
  /** The filter that shows what it counts, beside the site. */
  readonly opens: Opened;
}

const number = (count: number): string => count.toLocaleString(currentLocale());

function figuresOf({ open, inHand, overdue, unowned, closed }: ExceptionSummary): Figure[] {
  const { medianClosingMs, medianTakingMs, count, from, to } = closed;
  const none = t('exceptions.noneClosed');
  return [
    {
      id: 'open',
      label: t('exceptions.figure.open'),
      figure: number(open),
      note: t('exceptions.figure.unowned', { count: unowned }),
      opens: { state: 'open' },
    },
    {
      id: 'inHand',
      label: t('exceptions.figure.inHand'),
      figure: number(inHand),
      note: t(inHand === 0 ? 'exceptions.figure.noneInHand' : 'exceptions.figure.inHandNote'),
      opens: { state: 'inHand' },
    },
    {
      id: 'overdue',
      label: t('exceptions.figure.overdue'),
      figure: number(overdue),
      note: t(overdue === 0 ? 'exceptions.figure.noneOverdue' : 'exceptions.figure.overdueNote'),
      ...(overdue > 0 ? { look: 'overdue' as const } : {}),
      opens: { age: 'overdue' },
    },
    {
      id: 'closed',
      label: t('exceptions.figure.median'),
      figure: medianClosingMs === null ? '–' : durationText(medianClosingMs),
      note:
        medianTakingMs === null
          ? none
          : t('exceptions.figure.medianNote', {
              count,
              days: closingTimesDays,
              time: durationText(medianTakingMs),
            }),
      opens: { state: 'closed', closedFrom: from, closedTo: to },
    },
  ];
}

/** Whether the list shows exactly what a figure counts. */
function isShown(raw: Readonly<Record<string, string | undefined>>, opens: Opened): boolean {
  const names = filterNames.filter((name) => name !== 'site' && name !== zoneName);
  return names.every((name) => (raw[name] ?? '') === (opens[name] ?? '')) && (raw.searchText ?? '') === '';
}

export function ExceptionSummaryStrip() {
  const [{ site = '', zone }] = useUrlSearch();
  return (
    <Loaded query={useSummary(site, zoneChoiceIn(zone))} height={92}>
      {(summary) => <Figures summary={summary} />}
    </Loaded>
  );
}

function Figures({ summary }: { readonly summary: ExceptionSummary }) {
  const [raw, write] = useUrlSearch();
  const emptied = Object.fromEntries(filterNames.map((name) => [name, undefined]));
  const show = (opens: Opened) =>
    write({
      ...emptied,
      site: raw['site'],
      zone: raw['zone'],
      searchText: undefined,
      page: undefined,
      ...opens,
    });
  return (
    <section aria-label={t('exceptions.summary')} className={styles.figures}>
      {figuresOf(summary).map(({ id, label, figure, note, look, opens }) => (
        <button
          key={id}
          type="button"
          className={classNames(styles.figure, look !== undefined && styles[look])}
          aria-pressed={isShown(raw, opens)}
          onClick={() => show(opens)}
        >
          <span className={styles.figureLabel}>{label}</span>
          <span className={styles.figureValue}>{figure}</span>
          <span className={styles.figureNote}>{note}</span>
        </button>
      ))}
    </section>
  );
}
