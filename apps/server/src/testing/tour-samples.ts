// Requests that the endpoints of patrol tours and due rounds accept (endpoint-samples.ts).
import { lateArrivalAtMs } from './make-tour.ts';
import type { SpareRecords } from './spare-records.ts';

interface Named {
  readonly siteId: string;
  readonly spare: SpareRecords;
}

const tourSample = (routeId: string) => ({
  name: 'Sample tour',
  routeId,
  shiftId: null,
  weekdays: [2, 3],
  schedule: { kind: 'interval', fromMinute: 1320, toMinute: 360, everyMinutes: 60 },
  guardIds: [],
  startWindowMinutes: 15,
  graceMinutes: 10,
  validFrom: '2026-01-01',
  validTo: null,
  skipsHolidays: true,
});

export const tourSamples = {
  listTours: ({ siteId }: Named) => ({
    query: { site: siteId, searchText: 'tour', limit: '5', sortColumn: 'name' },
  }),
  exportTours: () => ({ query: { format: 'csv' } }),
  getTourChoices: ({ siteId }: Named) => ({ query: { site: siteId } }),
  getTour: ({ spare }: Named) => ({ params: { id: spare.seenTour() } }),
  createTour: ({ spare }: Named) => ({ body: tourSample(spare.seenRoute()) }),
  updateTour: ({ spare }: Named) => ({
    params: { id: spare.tour() },
    body: { ...tourSample(spare.seenRoute()), version: 1 },
  }),
  setTourStatus: ({ spare }: Named) => ({ body: { ids: [spare.tour()], activated: false } }),
  deleteTour: ({ spare }: Named) => ({ params: { id: spare.tour() } }),
  restoreTours: ({ spare }: Named) => ({ body: { ids: [spare.deletedTour()] } }),
  listDueRounds: ({ siteId }: Named) => ({
    query: { site: siteId, status: 'missed', from: '2026-11-01', to: '2026-11-30', limit: '5' },
  }),
  excuseDueRound: ({ spare }: Named) => ({
    params: { id: spare.dueRound() },
    body: { reason: 'The site was closed for a fire drill.' },
  }),
  acceptLateRound: ({ spare }: Named) => {
    const id = spare.lateRound();
    const seen = { roundId: id, status: 'missed', arrivedAtMs: lateArrivalAtMs };
    return { params: { id }, body: { ...seen, reason: 'The phone lay in the river and was found.' } };
  },
  listFieldDueRounds: () => ({}),
  addHoliday: ({ siteId }: Named) => ({
    params: { site: siteId, day: '2027-01-26' },
    body: { name: 'Republic Day' },
  }),
  removeHoliday: ({ siteId, spare }: Named) => ({ params: { site: siteId, day: spare.holiday() } }),
};
