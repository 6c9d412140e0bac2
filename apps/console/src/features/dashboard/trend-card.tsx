// Rounds one after the other, by status.
import type { DashboardTrend } from '@watchpost/contract/dashboard';
import { type FigurePlace, roundsLink } from '@watchpost/contract/dashboard-links';
import { t } from '../../lib/labels.ts';
import { viewerClock } from '../../lib/rounds/round-times.ts';
import { ChartFrame, type ChartTable } from '../../ui/charts/chart-frame.tsx';
import { type Bar, StackedBars } from '../../ui/charts/stacked-bars.tsx';
import styles from './dashboard.module.css';
import { hrefOf } from './figure-links.ts';
import { count } from './figure-texts.ts';
import { roundLooks, roundParts } from './tally-parts.ts';
import { trendFormats } from './trend-formats.ts';
import { toggleTexts } from './toggle-texts.ts';

type Step = DashboardTrend['steps'][number];

const totalOf = ({ inProgress, incompleted, completed }: Step) => inProgress + incompleted + completed;

interface TrendProps {
  readonly trend: DashboardTrend;
  readonly site: string | null;
}

export function TrendCard({ trend, site }: TrendProps) {
  const { span, step, steps } = trend;
  const place: FigurePlace = { span, site };
  const format = trendFormats()[step];
  const named = ({ fromMs, toMs }: Step) => {
    const first = viewerClock(fromMs, format.whole);
    return step === 'week' ? `${first} – ${viewerClock(toMs - 1, format.whole)}` : first;
  };
  const bars: Bar[] = steps.map((each) => ({
    id: String(each.fromMs),
    label: viewerClock(each.fromMs, format.axis),
    name: named(each),
    parts: roundParts(place, each, { window: { fromMs: each.fromMs, toMs: each.toMs } }),
  }));
  return (
    <ChartFrame
      title={t('dashboard.trend')}
      summary={summaryOf(steps, named)}
      table={() => tableOf(place, steps, named)}
      toggleTexts={toggleTexts(t('dashboard.trend'))}
    >
      <Legend />
      <StackedBars label={t('dashboard.trendLabel')} bars={bars} />
    </ChartFrame>
  );
}

function summaryOf(steps: readonly Step[], named: (step: Step) => string): string {
  const all = steps.reduce((sum, step) => sum + totalOf(step), 0);
  const most = steps.toSorted((one, other) => totalOf(other) - totalOf(one))[0];
  if (most === undefined || all === 0) return t('dashboard.noRounds');
  return t('dashboard.trendSummary', { count: all, most: count(totalOf(most)), when: named(most) });
}

function tableOf(place: FigurePlace, steps: readonly Step[], named: (step: Step) => string): ChartTable {
  const statuses = ['completed', 'incompleted', 'inProgress'] as const;
  return {
    head: [
      t('dashboard.when'),
      t('narrow.completed'),
      t('narrow.incompleted'),
      t('narrow.inProgress'),
      t('dashboard.inAll'),
    ],
    rows: steps.map((step) => {
      const window = { fromMs: step.fromMs, toMs: step.toMs };
      return {
        id: String(step.fromMs),
        cells: [
          { text: named(step) },
          ...statuses.map((status) => ({
            text: count(step[status]),
            href: hrefOf(roundsLink(place, { window, status })),
          })),
          { text: count(totalOf(step)), href: hrefOf(roundsLink(place, { window })) },
        ],
      };
    }),
  };
}

function Legend() {
  return (
    <ul className={styles.legend}>
      <li data-look={roundLooks.completed}>{t('narrow.completed')}</li>
      <li data-look={roundLooks.incompleted}>{t('narrow.incompleted')}</li>
      <li data-look={roundLooks.inProgress}>{t('narrow.inProgress')}</li>
    </ul>
  );
}
