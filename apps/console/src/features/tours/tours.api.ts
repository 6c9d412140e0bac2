import { addHoliday, removeHoliday } from '@watchpost/contract/due-rounds';
import { formShape } from '@watchpost/contract/record-fields';
import {
  createTour,
  deleteTour,
  endsAfterBeginning,
  exportTours,
  getTour,
  getTourChoices,
  listTours,
  restoreTours,
  setTourStatus,
  shiftHasWindow,
  tourFields,
  type TourRow,
  tourSortColumns,
  updateTour,
} from '@watchpost/contract/tours';
import { useQuery } from '@tanstack/react-query';
import * as z from 'zod/mini';
import { call, download } from '../../lib/api-client.ts';
import type { RecordApi } from '../../records/record-api.ts';
import { useStoredRecord } from '../../records/use-stored-record.ts';

export const tourArea = 'patrolTours';

type Filters = Readonly<Record<string, string>>;
const ofSite = ({ site }: Filters) => (site === undefined ? {} : { site });
const explainedBy = 'caller';

export const tourApi: RecordApi<TourRow, (typeof tourSortColumns)[number]> = {
  area: tourArea,
  sortColumns: tourSortColumns,
  list: (query, filters, signal) =>
    call(listTours, { query: { ...query, ...ofSite(filters) }, signal, explainedBy }),
  exportAs: (query, filters, signal) =>
    download(exportTours, { query: { ...query, ...ofSite(filters) }, signal, explainedBy }),
  setStatus: async (ids, activated) =>
    (await call(setTourStatus, { body: { ids: [...ids], activated }, explainedBy })).ids,
  remove: async (id) => (await call(deleteTour, { params: { id }, explainedBy })).ids,
  restore: async (ids) => (await call(restoreTours, { body: { ids: [...ids] }, explainedBy })).ids,
};

export const loadTour = (id: string, signal?: AbortSignal): Promise<TourRow> =>
  call(getTour, { params: { id }, ...(signal === undefined ? {} : { signal }), explainedBy });

export const useTour = (id: string) => useStoredRecord(tourArea, id, loadTour);

/** What a tour of the site can be made of, with its holidays; nothing is asked for without a site. */
export function useTourChoices(site: string) {
  return useQuery({
    queryKey: [tourArea, 'choices', site],
    queryFn: ({ signal }) => call(getTourChoices, { query: { site }, signal, explainedBy }),
    enabled: site !== '',
    staleTime: 0,
  });
}

const fieldsWithSite = z
  .strictObject({
    siteId: z.string().check(z.minLength(1, { error: 'record_site_required' })),
    ...formShape(tourFields),
  })
  .check(endsAfterBeginning, shiftHasWindow);
export type TourInput = z.output<typeof fieldsWithSite>;

interface Issue {
  readonly path: readonly PropertyKey[];
  readonly message: string;
}

/** On the form the parts of a schedule are fields of their own, and a date is chosen. */
function onForm({ path: [first = '', second = ''], message }: Issue): Issue {
  if (first === 'schedule') return { path: [second === 'minutes' ? 'times' : second], message };
  const isDate = first === 'validFrom' || first === 'validTo';
  return {
    path: [first],
    message: isDate && message !== 'tour_ends_before' ? 'tour_date_required' : message,
  };
}

export const tourSchema = {
  safeParse: (value: unknown) => {
    const { data, error } = fieldsWithSite.safeParse(value);
    if (error === undefined) return { success: true as const, data };
    return { success: false as const, error: { issues: error.issues.map(onForm) } };
  },
};

/** Stores a new tour when there is no version, else the edited one, whose site stays. */
export function saveTour(
  id: string,
  { siteId: _site, ...fields }: TourInput,
  version: number | null,
): Promise<{ id: string }> {
  if (version === null) return call(createTour, { body: fields, explainedBy });
  return call(updateTour, { params: { id }, body: { ...fields, version }, explainedBy });
}

export const saveHoliday = (site: string, day: string, name: string): Promise<unknown> =>
  call(addHoliday, { params: { site, day }, body: { name }, explainedBy });

export const dropHoliday = (site: string, day: string): Promise<unknown> =>
  call(removeHoliday, { params: { site, day }, explainedBy });
