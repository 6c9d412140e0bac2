// One shift: when it is, who is in it, and what is wrong with it (MNG-01, MNG-05).
import { shiftFields, type ShiftPlan, type ShiftRow } from '@watchpost/contract/shifts';
import { shiftWarnings } from '@watchpost/domain/shifts';
import { calendarDate } from '@watchpost/domain/time-zone';
import { IconCalendarWeek } from '@tabler/icons-react';
import { useState } from 'react';
import { t } from '../../lib/labels.ts';
import { PageActions } from '../../lib/page-actions.tsx';
import { RecordLink } from '../../lib/record-link.tsx';
import { guardHref } from '../../lib/record-links.ts';
import { useUrlSearch } from '../../lib/url-search.ts';
import { EditLink } from '../../records/edit-link.tsx';
import { FieldFacts } from '../../records/field-facts.tsx';
import { ListCard } from '../../records/list-card.tsx';
import { Loaded } from '../../records/loaded.tsx';
import { RecordHead } from '../../records/record-head.tsx';
import { RecordPage } from '../../records/record-page.tsx';
import { daysWords } from '../../records/week-words.ts';
import { ButtonLink } from '../../ui/actions/button.tsx';
import { timesWords, warningWords } from './shift-words.ts';
import { useShift, useShiftPlan } from './shifts.api.ts';
import styles from './shifts.module.css';
import { WarningList } from './warning-list.tsx';

const listHref = '#/manage-shifts';

interface OneProps {
  readonly shift: ShiftRow;
}

export function ShiftDetailsPage() {
  const [{ id = '' }] = useUrlSearch();
  const query = useShift(id);
  return (
    <RecordPage query={query} backHref={listHref}>
      {(shift) => (
        <>
          <PageActions>
            <ButtonLink
              href={`${listHref}?view=calendar&site=${shift.siteId}`}
              icon={<IconCalendarWeek size={18} aria-hidden />}
            >
              {t('shifts.asCalendar')}
            </ButtonLink>
            <EditLink href={`${listHref}/edit-shift?id=${id}`} label={t('shifts.edit')} />
          </PageActions>
          <Head shift={shift} />
          <Staff shift={shift} />
        </>
      )}
    </RecordPage>
  );
}

function Head({ shift }: OneProps) {
  return (
    <RecordHead record={shift}>
      <FieldFacts
        fields={shiftFields}
        row={shift}
        own={{
          fromMinute: (
            <>
              {timesWords(shift)}{' '}
              <span className={styles.quiet}>{t('shifts.zone', { zone: shift.timeZone })}</span>
            </>
          ),
          weekdays: daysWords(shift.weekdays),
        }}
      />
    </RecordHead>
  );
}

function Staff({ shift }: OneProps) {
  return (
    <Loaded query={useShiftPlan(shift.siteId)} height={120}>
      {(plan) => (
        <>
          <Warnings shift={shift} plan={plan} />
          <Guards shift={shift} plan={plan} />
        </>
      )}
    </Loaded>
  );
}

interface PlannedProps extends OneProps {
  readonly plan: ShiftPlan;
}

/** In the week from today on; no one is in a deactivated shift. */
function Warnings({ shift: { id }, plan }: PlannedProps) {
  const [nowMs] = useState(() => Date.now());
  const all = shiftWarnings([...plan.shifts, ...plan.elsewhere], calendarDate(nowMs, plan.timeZone));
  const mine = all.filter(({ shiftIds }) => shiftIds.includes(id));
  return <WarningList words={warningWords(mine, plan)} />;
}

function Guards({ shift: { guardIds }, plan }: PlannedProps) {
  return (
    <ListCard
      title={t('shifts.guards')}
      rows={plan.guards.filter(({ id }) => guardIds.includes(id))}
      none={t('shifts.noGuards')}
      row={({ id, name, employeeId, isOfSite }) => (
        <>
          <RecordLink group="GUARDS" href={guardHref(id)}>
            {isOfSite ? name : t('shifts.leftSite', { name })}
          </RecordLink>
          <span className={styles.quiet}>{employeeId}</span>
        </>
      )}
    />
  );
}
