// Makes a shift, or edits one that the address names (MNG-05).
import { shiftFields, type ShiftRow } from '@watchpost/contract/shifts';
import { shiftWarnings } from '@watchpost/domain/shifts';
import { calendarDate } from '@watchpost/domain/time-zone';
import { useState } from 'react';
import { session } from '../../lib/current-session.ts';
import { t } from '../../lib/labels.ts';
import { shiftHref } from '../../lib/record-links.ts';
import { useUrlSearch } from '../../lib/url-search.ts';
import { FieldInputs } from '../../records/field-inputs.tsx';
import { type ChoosableGuard, GuardsCard } from '../../records/guards-card.tsx';
import { type DraftOf, draftOf, fieldLabels, inputOf, newDraft } from '../../records/record-draft.ts';
import { RecordFormFrame } from '../../records/record-form.tsx';
import fields from '../../records/record-form.module.css';
import { RecordPage } from '../../records/record-page.tsx';
import { SiteField } from '../../records/site-field.tsx';
import { type RecordForm, type Stored, useRecordForm } from '../../records/use-record-form.ts';
import { daysWords, fieldTimeWords, minuteOf } from '../../records/week-words.ts';
import { WeekdaysField } from '../../records/weekdays-field.tsx';
import { endHelp } from '../../records/window-words.ts';
import { Card } from '../../ui/display/card.tsx';
import { warningWords } from './shift-words.ts';
import { WarningList } from './warning-list.tsx';
import { loadShift, saveShift, shiftArea, shiftSchema, useShift, useShiftPlan } from './shifts.api.ts';

type ShiftDraft = DraftOf<typeof shiftFields>;

const listHref = '#/manage-shifts';

export function AddShiftPage() {
  const [{ site }] = useUrlSearch();
  const [stored] = useState(() => ({
    draft: newDraft(shiftFields, {
      siteId: session.user()?.siteId ?? site ?? '',
      weekdays: [1, 2, 3, 4, 5, 6, 7],
      guardIds: [],
    }),
    version: null,
  }));
  return <ShiftForm id="" siteName={session.user()?.siteName ?? ''} stored={stored} />;
}

export function EditShiftPage() {
  const [{ id = '' }] = useUrlSearch();
  const query = useShift(id);
  return (
    <RecordPage query={query} backHref={listHref}>
      {(shift) => <ShiftForm key={id} id={id} siteName={shift.siteName} stored={storedOf(shift)} />}
    </RecordPage>
  );
}

const storedOf = (shift: ShiftRow): Stored<ShiftDraft> => ({
  draft: draftOf(shiftFields, shift),
  version: shift.version,
});

interface ShiftFormProps {
  readonly id: string;
  /** Of a shift whose site is settled. */
  readonly siteName: string;
  readonly stored: Stored<ShiftDraft>;
}

function ShiftForm({ id, siteName, stored }: ShiftFormProps) {
  const form = useRecordForm({
    area: shiftArea,
    stored,
    schema: shiftSchema,
    inputOf: (draft) => inputOf(shiftFields, draft),
    save: (shift, version) => saveShift(id, shift, version),
    reload: async () => storedOf(await loadShift(id)),
    viewHref: shiftHref,
    onSaved: () => {
      window.location.hash = listHref;
    },
  });
  const { data: plan } = useShiftPlan(form.draft.siteId);
  const wordsOf = (field: string, value: unknown) => {
    if (field === 'fromMinute' || field === 'toMinute') return fieldTimeWords(String(value));
    if (!Array.isArray(value)) return String(value) || t('records.empty');
    if (field === 'weekdays') return daysWords(value);
    const names = value.map((guard) => plan?.guards.find((each) => each.id === guard)?.name ?? '');
    return names.join(', ') || t('records.empty');
  };
  return (
    <RecordFormFrame
      form={form}
      label={t('shifts.about')}
      backHref={listHref}
      wordsOf={wordsOf}
      fieldLabels={fieldLabels(shiftFields)}
    >
      <AboutFields form={form} siteName={siteName} timeZone={plan?.timeZone} />
      <GuardsCard form={form} guards={guardsOf(plan)} words={guardsWords()} />
      <Warnings id={id} draft={form.draft} plan={plan} />
    </RecordFormFrame>
  );
}

const guardsWords = () => ({
  title: t('shifts.guards'),
  add: t('shifts.addGuard'),
  help: t('shifts.guardsHelp'),
});

function guardsOf(plan: ReturnType<typeof useShiftPlan>['data']): ChoosableGuard[] {
  return (plan?.guards ?? []).map(({ isOfSite, ...guard }) => ({
    ...guard,
    leftWords: isOfSite ? undefined : t('shifts.leftSite', { name: guard.name }),
  }));
}

interface WarningsProps {
  readonly id: string;
  readonly draft: ShiftDraft;
  readonly plan: ReturnType<typeof useShiftPlan>['data'];
}

/** What the shift would bring its guards into, as it stands in the form, in the week from today on. */
function Warnings({ id, draft, plan }: WarningsProps) {
  const [nowMs] = useState(() => Date.now());
  const fromMinute = minuteOf(draft.fromMinute);
  const toMinute = minuteOf(draft.toMinute);
  if (plan === undefined || !(fromMinute >= 0 && toMinute >= 0) || fromMinute === toMinute) return null;
  const own = { ...draft, id, fromMinute, toMinute, timeZone: plan.timeZone };
  const others = [...plan.shifts, ...plan.elsewhere].filter((shift) => shift.id !== id);
  const warnings = shiftWarnings([own, ...others], calendarDate(nowMs, plan.timeZone));
  const mine = warnings.filter(({ shiftIds }) => shiftIds.includes(id));
  const known = { ...plan, shifts: plan.shifts.filter((shift) => shift.id !== id) };
  return <WarningList words={warningWords(mine, known, draft.name.trim() || t('shifts.thisShift'))} />;
}

interface AboutProps extends Pick<ShiftFormProps, 'siteName'> {
  readonly form: RecordForm<ShiftDraft>;
  readonly timeZone: string | undefined;
}

function AboutFields({ form, siteName, timeZone }: AboutProps) {
  return (
    <Card title={t('shifts.about')}>
      <div className={fields.fields}>
        <FieldInputs
          fields={shiftFields}
          card="about"
          form={form}
          helps={{
            toMinute: endHelp(
              form.draft.fromMinute,
              form.draft.toMinute,
              timeZone === undefined ? null : t('shifts.zoneHelp', { zone: timeZone }),
            ),
          }}
          own={{
            siteId: (
              <SiteField
                form={form}
                siteName={siteName}
                staysWords={t('shifts.siteStays')}
                onChoose={(siteId) => form.change({ siteId, guardIds: [] })}
              />
            ),
            weekdays: (
              <WeekdaysField
                label={t('shifts.weekdays')}
                chosen={form.draft.weekdays}
                error={form.problemOf('weekdays')}
                onChange={(weekdays) => {
                  form.change({ weekdays });
                  form.touch('weekdays');
                }}
              />
            ),
          }}
        />
      </div>
    </Card>
  );
}
