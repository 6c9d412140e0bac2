// Makes a patrol tour, or edits one that the address names (MNG-07).
import type { TourChoices, TourRow } from '@watchpost/contract/tours';
import { tourKinds } from '@watchpost/domain/tours';
import { useState } from 'react';
import { session } from '../../lib/current-session.ts';
import { t } from '../../lib/labels.ts';
import { PageActions } from '../../lib/page-actions.tsx';
import { tourHref } from '../../lib/record-links.ts';
import { calendarDay } from '../../lib/today.ts';
import { useUrlSearch } from '../../lib/url-search.ts';
import { type ChoosableGuard, GuardsCard } from '../../records/guards-card.tsx';
import { fieldLabels } from '../../records/record-draft.ts';
import { RecordFormFrame } from '../../records/record-form.tsx';
import { RecordPage } from '../../records/record-page.tsx';
import { type Stored, useRecordForm } from '../../records/use-record-form.ts';
import { daysWords, fieldTimeWords } from '../../records/week-words.ts';
import { WithAside } from '../../ui/display/with-aside.tsx';
import { DueRoundsLink } from './due-rounds-link.tsx';
import { AboutFields } from './tour-about-fields.tsx';
import { newTour, type TourDraft, tourDraftOf, tourFormFields, tourInputOf } from './tour-draft.ts';
import { LimitFields } from './tour-limit-fields.tsx';
import { TourPreview } from './tour-preview.tsx';
import { kindWords, TimesFields } from './tour-times-fields.tsx';
import { dateWords } from './tour-words.ts';
import { loadTour, saveTour, tourArea, tourSchema, useTour, useTourChoices } from './tours.api.ts';

const listHref = '#/manage-patrol-tours';

export function AddTourPage() {
  const [{ site }] = useUrlSearch();
  const [stored] = useState(() => ({
    draft: newTour(session.user()?.siteId ?? site ?? '', calendarDay(Date.now())),
    version: null,
  }));
  return <TourForm id="" tour={null} stored={stored} />;
}

export function EditTourPage() {
  const [{ id = '' }] = useUrlSearch();
  const query = useTour(id);
  return (
    <RecordPage query={query} backHref={listHref}>
      {(tour) => (
        <>
          <PageActions>
            <DueRoundsLink tourId={id} />
          </PageActions>
          <TourForm key={id} id={id} tour={tour} stored={storedOf(tour)} />
        </>
      )}
    </RecordPage>
  );
}

const storedOf = (tour: TourRow): Stored<TourDraft> => ({ draft: tourDraftOf(tour), version: tour.version });

interface TourFormProps {
  readonly id: string;
  /** Null for a new one. */
  readonly tour: TourRow | null;
  readonly stored: Stored<TourDraft>;
}

function TourForm({ id, tour, stored }: TourFormProps) {
  const form = useRecordForm({
    area: tourArea,
    stored,
    schema: tourSchema,
    inputOf: tourInputOf,
    save: (fields, version) => saveTour(id, fields, version),
    reload: async () => storedOf(await loadTour(id)),
    viewHref: tourHref,
    onSaved: () => {
      window.location.hash = listHref;
    },
  });
  const { data } = useTourChoices(form.draft.siteId);
  const choices = withOwn(data, tour);
  return (
    <RecordFormFrame
      form={form}
      label={t('tours.about')}
      backHref={listHref}
      wordsOf={(field, value) => wordsOf(field, value, choices)}
      fieldLabels={labelsOfTour()}
    >
      <WithAside isAlwaysShown aside={<TourPreview draft={form.draft} choices={choices} />}>
        <AboutFields
          form={form}
          siteName={tour?.siteName ?? session.user()?.siteName ?? ''}
          choices={choices}
        />
        <TimesFields form={form} choices={choices} />
        <GuardsCard form={form} guards={guardsOf(choices)} words={guardsWords()} />
        <LimitFields form={form} choices={choices} />
      </WithAside>
    </RecordFormFrame>
  );
}

/** With the route, shift and guards that stand in the tour though they are deactivated by now. */
function withOwn(choices: TourChoices | undefined, tour: TourRow | null): TourChoices | undefined {
  if (choices === undefined || tour === null) return choices;
  const { routes, shifts, guards } = choices;
  const has = (list: readonly { readonly id: string }[], id: string) => list.some((one) => one.id === id);
  const route = { id: tour.routeId, name: tour.routeName, checkpoints: 0, expectedMinutes: 0 };
  const window = tour.schedule === null || tour.schedule.kind === 'times' ? null : tour.schedule;
  const shift =
    tour.shiftId === null || window === null || has(shifts, tour.shiftId)
      ? []
      : [{ ...tour, ...window, id: tour.shiftId, name: tour.shiftName ?? '' }];
  const gone = tour.guards.filter(({ id }) => !has(guards, id));
  return {
    ...choices,
    routes: has(routes, tour.routeId) ? routes : [...routes, route],
    shifts: [...shifts, ...shift],
    guards: [...guards, ...gone.map((guard) => ({ ...guard, employeeId: '' }))],
  };
}

/** Who stands in the tour though deactivated by now has no employee id here, and is not offered again. */
const guardsOf = (choices: TourChoices | undefined): ChoosableGuard[] =>
  (choices?.guards ?? []).map((guard) =>
    guard.employeeId === '' ? { ...guard, leftWords: guard.name } : guard,
  );

const guardsWords = () => ({
  title: t('tours.guards'),
  add: t('tours.addGuard'),
  help: t('tours.guardsHelp'),
  nobody: t('tours.anyGuard'),
});

const labelsOfTour = () => ({
  ...fieldLabels(tourFormFields),
  siteId: t('records.site'),
  kind: t('tours.kind'),
  times: t('tours.times'),
  fromMinute: t('tours.from'),
  toMinute: t('tours.to'),
  everyMinutes: t('tours.everyMinutes'),
  rounds: t('tours.rounds'),
  apartMinutes: t('tours.apartMinutes'),
});

/** How a value reads when two have changed it. */
function wordsOf(field: keyof TourDraft, value: unknown, choices: TourChoices | undefined): string {
  const named = [...(choices?.routes ?? []), ...(choices?.shifts ?? []), ...(choices?.guards ?? [])];
  const nameOf = (id: string) => named.find((one) => one.id === id)?.name ?? fieldTimeWords(id);
  if (field === 'weekdays' && Array.isArray(value)) return daysWords(value);
  if (Array.isArray(value)) return value.map((one) => nameOf(String(one))).join(', ') || t('records.empty');
  if (field === 'skipsHolidays') return t(value === true ? 'tours.yes' : 'tours.no');
  if (field === 'kind') {
    const kind = tourKinds.find((known) => known === value);
    return kind === undefined ? '' : kindWords(kind);
  }
  if (typeof value !== 'string' || value === '') return t('records.empty');
  return field === 'validFrom' || field === 'validTo' ? dateWords(value) : nameOf(value);
}
