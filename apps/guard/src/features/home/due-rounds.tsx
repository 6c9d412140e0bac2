import { IconAlarm, IconClockHour4 } from '@tabler/icons-react';
import type { FieldDueRound } from '@watchpost/contract/field-due-rounds';
import { clockOffsetMs } from '../../lib/device-time.ts';
import { t } from '../../lib/labels.ts';
import { clockTimeOfDay, timeUntil } from '../../lib/times.ts';
import { useNow } from '../../lib/use-now.ts';
import { isStale, openDues } from '../../outbox/open-dues.ts';
import type { Phone } from '../../outbox/phone.ts';
import type { PlannedRoute } from '../../outbox/records.ts';
import { siteTime } from '../../outbox/site-time.ts';
import controls from '../../ui/controls.module.css';
import { Notice } from '../../ui/notice.tsx';
import { Row, RowButton } from '../../ui/row-button.tsx';

const shownMax = 6;

function textOf(due: FieldDueRound, nowMs: number): string {
  const clock = (atMs: number) => clockTimeOfDay(atMs, nowMs, due.siteTimeZone);
  if (due.dueAtMs === null) return t('due.window', { from: clock(due.fromMs), to: clock(due.toMs) });
  const at = clock(due.dueAtMs);
  if (nowMs < due.fromMs) return t('due.in', { at, time: timeUntil(due.dueAtMs - nowMs) });
  if (nowMs < due.toMs) return t('due.now', { at, time: timeUntil(due.toMs - nowMs) });
  return t('due.late', { at });
}

/** Tours are often called after their route, which is then not said twice. */
const nameOf = ({ tourName, routeName }: FieldDueRound): string =>
  tourName.includes(routeName) ? tourName : `${tourName} · ${routeName}`;

interface DueLine {
  readonly due: FieldDueRound;
  readonly title: string;
  readonly detail: string;
  /** Rounds of which the same is said, such as those of a tour that may begin at any time of the night. */
  readonly count: number;
}

function linesOf(dues: readonly FieldDueRound[], nowMs: number): DueLine[] {
  const lines = new Map<string, DueLine>();
  for (const due of dues) {
    const line = { due, title: nameOf(due), detail: textOf(due, nowMs), count: 1 };
    const key = JSON.stringify([due.routeVersionId, line.title, line.detail]);
    const before = lines.get(key);
    lines.set(key, before === undefined ? line : { ...before, count: before.count + 1 });
  }
  return [...lines.values()].slice(0, shownMax);
}

interface DueProps {
  readonly phone: Phone;
  readonly isBusy: boolean;
  /** Null while a round is under way. */
  readonly onBegin: ((route: PlannedRoute) => void) | null;
}

/** Rounds that are expected at the site of the duty; one is started by pressing it when its time has come. */
export function DueRounds({ phone, isBusy, onBegin }: DueProps) {
  const { plan, shift } = phone;
  const nowMs = useNow();
  const isBehind = plan !== null && isStale(plan, nowMs);
  const dues = plan === null ? [] : openDues(plan, shift, { nowMs, offsetMs: clockOffsetMs() });
  return (
    <section aria-labelledby="dues" className={controls.field}>
      <h2 id="dues" className={controls.label}>
        {t('due.title')}
      </h2>
      {isBehind && (
        <Notice tone="late">{t('due.asOf', { at: siteTime(plan.fetchedAtMs, phone, plan) })}</Notice>
      )}
      {dues.length === 0 && !isBehind && <Notice>{t('due.none')}</Notice>}
      <ul className={controls.field}>
        {linesOf(dues, nowMs).map(({ due, count, ...row }) => {
          const route = plan?.routes.find(({ routeVersionId }) => routeVersionId === due.routeVersionId);
          const isOpen = due.dueAtMs !== null && nowMs >= due.fromMs;
          return (
            <li key={due.id}>
              {onBegin !== null && route !== undefined && isOpen ? (
                <RowButton
                  {...row}
                  icon={<IconAlarm size={26} aria-hidden />}
                  aside={t('home.begin')}
                  isBusy={isBusy}
                  onPress={() => onBegin(route)}
                />
              ) : (
                <Row
                  {...row}
                  icon={<IconClockHour4 size={26} aria-hidden />}
                  aside={count > 1 && t('due.times', { count })}
                />
              )}
            </li>
          );
        })}
      </ul>
    </section>
  );
}
