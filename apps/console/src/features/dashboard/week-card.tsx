// When rounds are walked: each hour of the week, and the busiest hours of the day.
import type { DashboardTrend } from '@watchpost/contract/dashboard';
import { type FigurePlace, roundsLink } from '@watchpost/contract/dashboard-links';
import { t } from '../../lib/labels.ts';
import { viewerZone } from '../../lib/viewer-zone.ts';
import { hourLabel, hourText, weekdayText } from '../../reports/narrowing.ts';
import { ChartFrame, type ChartTable } from '../../ui/charts/chart-frame.tsx';
import { HeatMap } from '../../ui/charts/heat-map.tsx';
import { type Bar, StackedBars } from '../../ui/charts/stacked-bars.tsx';
import { hrefOf } from './figure-links.ts';
import { count } from './figure-texts.ts';
import { toggleTexts } from './toggle-texts.ts';
import { type GridCell, type WeekGrid, weekGridOf, weekSummary } from './week-grid.ts';

const hours = Array.from({ length: 24 }, (_, hour) => hour);
/** Of more hours than these there is room for the name of each third. */
const fewHours = 8;
const labelledHours = 3;

const atHour = (week: readonly number[], hour: number) =>
  week.reduce((sum, rounds, index) => (index % 24 === hour ? sum + rounds : sum), 0);

interface WeekProps {
  readonly trend: DashboardTrend;
  readonly site: string | null;
}

export function WeekCard({ trend, site }: WeekProps) {
  const place: FigurePlace = { span: trend.span, site };
  const grid = weekGridOf(trend, viewerZone());
  const columns = (grid.rows[0] ?? []).map(({ hour }) => hour);
  return (
    <ChartFrame
      title={t('dashboard.week')}
      summary={weekSummary(grid)}
      table={() => weekTable(place, grid)}
      toggleTexts={toggleTexts(t('dashboard.week'))}
    >
      <HeatMap
        label={t('dashboard.weekLabel')}
        columns={columns.map((hour) => ({
          id: String(hour),
          label: columns.length <= fewHours || hour % labelledHours === 0 ? hourLabel(hour) : '',
          name: hourText(hour),
        }))}
        rows={grid.rows.map((row) => ({
          id: rowText(row, 'short'),
          label: rowText(row, 'short'),
          name: rowText(row, 'long'),
          cells: row.map(({ weekday, hour, rounds }) => ({
            value: rounds,
            text: t('dashboard.cell', {
              weekday: weekdayText(weekday),
              hour: hourText(hour),
              count: rounds,
            }),
            href: hrefOf(roundsLink(place, { weekday, hour })),
          })),
        }))}
      />
    </ChartFrame>
  );
}

/** The weekday of a row, or its first and its last. */
function rowText(row: readonly GridCell[], width: 'long' | 'short'): string {
  const named = [row[0], row.at(-1)].map((cell) =>
    cell === undefined ? '' : weekdayText(cell.weekday, width),
  );
  return [...new Set(named)].join(' – ');
}

function weekTable(place: FigurePlace, { rows }: WeekGrid): ChartTable {
  return {
    head: [t('dashboard.hour'), ...rows.map((row) => rowText(row, 'short'))],
    rows: (rows[0] ?? []).map(({ hour }, column) => ({
      id: String(hour),
      cells: [
        { text: hourText(hour) },
        ...rows.flatMap((row) => {
          const cell = row[column];
          if (cell === undefined) return [];
          const { weekday, rounds } = cell;
          return [{ text: count(rounds), href: hrefOf(roundsLink(place, { weekday, hour })) }];
        }),
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
    name: hourText(hour),
    parts: [
      {
        key: 'rounds',
        look: 'plain',
        value: atHour(week, hour),
        text: t('dashboard.roundsCount', { count: atHour(week, hour) }),
        href: link(hour),
      },
    ],
  }));
  const busiest = hours.toSorted((one, other) => atHour(week, other) - atHour(week, one))[0] ?? 0;
  const summary =
    atHour(week, busiest) === 0
      ? t('dashboard.noRounds')
      : t('dashboard.hoursSummary', { hour: hourText(busiest), count: atHour(week, busiest) });
  return (
    <ChartFrame
      title={t('dashboard.hoursTitle')}
      summary={summary}
      table={() => ({
        head: [t('dashboard.hour'), t('dashboard.rounds')],
        rows: hours.map((hour) => ({
          id: String(hour),
          cells: [{ text: hourText(hour) }, { text: count(atHour(week, hour)), href: link(hour) }],
        })),
      })}
      toggleTexts={toggleTexts(t('dashboard.hoursTitle'))}
    >
      <StackedBars label={t('dashboard.hoursTitle')} bars={bars} height={180} labelWidth={48} />
    </ChartFrame>
  );
}
