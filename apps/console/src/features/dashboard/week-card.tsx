// When rounds are walked: each hour of the week, and the busiest hours of the day.
import type { DashboardTrend } from '@watchpost/contract/dashboard';
import { type FigurePlace, roundsLink } from '@watchpost/contract/dashboard-links';
import { t } from '../../lib/labels.ts';
import { hourLabel, hourWords, weekdayWords } from '../../reports/narrowing.ts';
import { ChartFrame, type ChartTable } from '../../ui/charts/chart-frame.tsx';
import { HeatMap } from '../../ui/charts/heat-map.tsx';
import { type Bar, StackedBars } from '../../ui/charts/stacked-bars.tsx';
import { hrefOf } from './figure-links.ts';
import { count } from './figure-words.ts';
import { turnWords } from './turn-words.ts';

const hours = Array.from({ length: 24 }, (_, hour) => hour);
/** There is room for the name of each third hour. */
const labelledHours = 3;
/** The week begins on Monday. */
const weekdays = [2, 3, 4, 5, 6, 7, 1] as const;

const at = (week: readonly number[], weekday: number, hour: number) => week[(weekday - 1) * 24 + hour] ?? 0;
const atHour = (week: readonly number[], hour: number) =>
  weekdays.reduce((sum, weekday) => sum + at(week, weekday, hour), 0);

interface WeekProps {
  readonly trend: DashboardTrend;
  readonly site: string | null;
}

export function WeekCard({ trend: { span, week }, site }: WeekProps) {
  const place: FigurePlace = { span, site };
  const empty = week.filter((value) => value === 0).length;
  return (
    <ChartFrame
      title={t('dashboard.week')}
      summary={t('dashboard.weekSummary', { covered: 168 - empty })}
      table={() => weekTable(place, week)}
      turn={turnWords(t('dashboard.week'))}
    >
      <HeatMap
        label={t('dashboard.weekLabel')}
        columns={hours.map((hour) => ({
          id: String(hour),
          label: hour % labelledHours === 0 ? hourLabel(hour) : '',
          name: hourWords(hour),
        }))}
        rows={weekdays.map((weekday) => ({
          id: String(weekday),
          label: weekdayWords(weekday, 'short'),
          name: weekdayWords(weekday),
          cells: hours.map((hour) => ({
            value: at(week, weekday, hour),
            words: t('dashboard.cell', {
              weekday: weekdayWords(weekday),
              hour: hourWords(hour),
              count: at(week, weekday, hour),
            }),
            href: hrefOf(roundsLink(place, { weekday, hour })),
          })),
        }))}
      />
    </ChartFrame>
  );
}

function weekTable(place: FigurePlace, week: readonly number[]): ChartTable {
  return {
    head: [t('dashboard.hour'), ...weekdays.map((weekday) => weekdayWords(weekday, 'short'))],
    rows: hours.map((hour) => ({
      id: String(hour),
      cells: [
        { words: hourWords(hour) },
        ...weekdays.map((weekday) => ({
          words: count(at(week, weekday, hour)),
          href: hrefOf(roundsLink(place, { weekday, hour })),
        })),
      ],
    })),
  };
}

export function HoursCard({ trend: { span, week }, site }: WeekProps) {
  const place: FigurePlace = { span, site };
  const link = (hour: number) => hrefOf(roundsLink(place, { hour }));
  const bars: Bar[] = hours.map((hour) => ({
    id: String(hour),
    label: hourLabel(hour),
    name: hourWords(hour),
    parts: [
      {
        key: 'rounds',
        look: 'plain',
        value: atHour(week, hour),
        words: t('dashboard.roundsCount', { count: atHour(week, hour) }),
        href: link(hour),
      },
    ],
  }));
  const busiest = hours.toSorted((one, other) => atHour(week, other) - atHour(week, one))[0] ?? 0;
  const summary =
    atHour(week, busiest) === 0
      ? t('dashboard.noRounds')
      : t('dashboard.hoursSummary', { hour: hourWords(busiest), count: atHour(week, busiest) });
  return (
    <ChartFrame
      title={t('dashboard.hoursTitle')}
      summary={summary}
      table={() => ({
        head: [t('dashboard.hour'), t('dashboard.rounds')],
        rows: hours.map((hour) => ({
          id: String(hour),
          cells: [{ words: hourWords(hour) }, { words: count(atHour(week, hour)), href: link(hour) }],
        })),
      })}
      turn={turnWords(t('dashboard.hoursTitle'))}
    >
      <StackedBars label={t('dashboard.hoursTitle')} bars={bars} height={180} labelWidth={48} />
    </ChartFrame>
  );
}
