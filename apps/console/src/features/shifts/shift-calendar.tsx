// The week of one site: its shifts by day and hour of the site's own clocks (MNG-05).
import type { ShiftPlan } from '@watchpost/contract/shifts';
import { shiftStepMinutes, shiftWarnings, startOfWeek, weekdayOf } from '@watchpost/domain/shifts';
import { addDays, calendarDate } from '@watchpost/domain/time-zone';
import { IconCalendarOff, IconChevronLeft, IconChevronRight } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import { session, useSession } from '../../lib/current-session.ts';
import { t } from '../../lib/labels.ts';
import { shiftHref } from '../../lib/record-links.ts';
import { useUrlSearch } from '../../lib/url-search.ts';
import { Button, ButtonLink } from '../../ui/actions/button.tsx';
import { IconButton } from '../../ui/actions/icon-button.tsx';
import { Card } from '../../ui/display/card.tsx';
import { EmptyState } from '../../ui/display/empty-state.tsx';
import { Skeleton } from '../../ui/display/skeleton.tsx';
import { VisuallyHidden } from '../../ui/display/visually-hidden.tsx';
import { SelectField } from '../../ui/fields/select-field.tsx';
import { WeekCalendar } from '../../ui/week-calendar/week-calendar.tsx';
import { blocksOf, daysOf, partsOf } from './shift-week.ts';
import { warningWords } from './shift-words.ts';
import { useShiftPlan } from './shifts.api.ts';
import { useShiftMoves } from './use-shift-moves.ts';
import { WarningList } from './warning-list.tsx';
import styles from './shifts.module.css';

export function ShiftCalendar() {
  const [{ site: chosen = '' }, change] = useUrlSearch();
  const sites = useSession((current) => current.sites())?.filter(({ value }) => value !== '');
  const site = session.user()?.siteId ?? (chosen === '' ? (sites?.[0]?.value ?? '') : chosen);
  const { data: plan, error, refetch } = useShiftPlan(site);
  return (
    <div className={styles.page}>
      {sites !== undefined && sites.length > 0 && (
        <SelectField
          className={styles.siteFilter}
          label={t('records.site')}
          value={site}
          options={sites}
          onValueChange={(value) => change({ site: value })}
        />
      )}
      {site === '' && (
        <Missing
          title={t('shifts.noSite')}
          nextStep={<ButtonLink href="#/manage-sites/add-site">{t('records.addSite')}</ButtonLink>}
        />
      )}
      {error !== null && plan === undefined && (
        <Missing
          title={error.message}
          nextStep={<Button onClick={() => void refetch()}>{t('ui.retry')}</Button>}
        />
      )}
      {site !== '' && plan === undefined && error === null && <Skeleton height={640} />}
      {plan !== undefined && <Week key={site} plan={plan} />}
    </div>
  );
}

function Missing({ title, nextStep }: { readonly title: string; readonly nextStep: ReactNode }) {
  return (
    <Card>
      <EmptyState icon={<IconCalendarOff size={32} aria-hidden />} title={title} nextStep={nextStep} />
    </Card>
  );
}

function useWeek(zone: string) {
  const [{ week: raw = '', day: rawDay = '' }, change] = useUrlSearch();
  const [today] = useState(() => calendarDate(Date.now(), zone));
  const week = startOfWeek(/^20\d\d-[01]\d-[0-3]\d$/.test(raw) && isDate(raw) ? raw : today);
  const day = Number(rawDay);
  const begun = week === startOfWeek(today) ? weekdayOf(today) : 1;
  return {
    week,
    shownDay: (Number.isInteger(day) && day >= 1 && day <= 7 ? day : begun) - 1,
    showDay: (index: number) => change({ day: String(index + 1) }, { replace: true }),
    turn: (days: number) => change({ week: addDays(week, days), day: undefined }),
    goToday: () => change({ week: undefined, day: undefined }),
  };
}

const isDate = (text: string): boolean => !Number.isNaN(Date.parse(`${text}T00:00:00Z`));

function Week({ plan }: { readonly plan: ShiftPlan }) {
  const { timeZone: zone } = plan;
  const mayEdit = useSession((current) => current.hasAccess('edit'));
  const view = useWeek(zone);
  const moves = useShiftMoves(plan.shifts);
  const days = daysOf(view.week, zone);
  const { held } = moves;
  const shifts = plan.shifts.map((shift) =>
    shift.id === held?.shift.id ? { ...shift, ...held.times } : shift,
  );
  const own = new Set(shifts.map(({ id }) => id));
  const warnings = shiftWarnings([...shifts, ...plan.elsewhere], view.week).filter(({ shiftIds }) =>
    shiftIds.some((id) => own.has(id)),
  );
  const names = new Map(plan.guards.map(({ id, name }) => [id, name]));
  const blocks = blocksOf(plan.shifts, {
    days,
    zone,
    held,
    warned: new Set(warnings.flatMap(({ shiftIds }) => shiftIds)),
    guardNames: ({ guardIds }) => guardIds.map((id) => names.get(id) ?? '').join(', '),
  });
  return (
    <>
      <WeekBar view={view} zone={zone} days={days} />
      <WarningList words={warningWords(warnings, plan)} />
      <p className={styles.quiet}>{mayEdit ? t('shifts.calendarHelp') : ''}</p>
      <WeekCalendar
        label={t('shifts.calendarOf', { site: plan.siteName })}
        days={days}
        blocks={blocks}
        shownDay={view.shownDay}
        onShowDay={view.showDay}
        step={shiftStepMinutes}
        canChange={mayEdit && !moves.isStoring}
        onDrag={moves.onDrag}
        onStep={moves.onStep}
        onCommit={moves.onCommit}
        onCancel={moves.onCancel}
        onOpen={(id) => openShift(partsOf(id).shiftId, mayEdit)}
      />
      <output aria-live="assertive">
        <VisuallyHidden>{moves.said}</VisuallyHidden>
      </output>
    </>
  );
}

function openShift(id: string, mayEdit: boolean): void {
  window.location.hash = mayEdit ? `/manage-shifts/edit-shift?id=${id}` : shiftHref(id);
}

interface WeekBarProps {
  readonly view: ReturnType<typeof useWeek>;
  readonly zone: string;
  readonly days: ReturnType<typeof daysOf>;
}

function WeekBar({ view, zone, days }: WeekBarProps) {
  const first = days.at(0)?.label ?? '';
  const last = days.at(-1)?.label ?? '';
  return (
    <div className={styles.weekBar}>
      <IconButton
        hasBorder
        icon={<IconChevronLeft size={18} aria-hidden />}
        label={t('shifts.weekBefore')}
        onClick={() => view.turn(-7)}
      />
      <IconButton
        hasBorder
        icon={<IconChevronRight size={18} aria-hidden />}
        label={t('shifts.weekAfter')}
        onClick={() => view.turn(7)}
      />
      <Button onClick={view.goToday}>{t('shifts.thisWeek')}</Button>
      <strong aria-live="polite">
        {first} – {last} {view.week.slice(0, 4)}
      </strong>
      <span className={styles.quiet}>{t('shifts.zone', { zone })}</span>
    </div>
  );
}
