import {
  acceptLateRound,
  addHoliday,
  excuseDueRound,
  listDueRounds,
  removeHoliday,
} from '@watchpost/contract/due-rounds';
import {
  createTour,
  deleteTour,
  exportTours,
  getTour,
  getTourChoices,
  listTours,
  restoreTours,
  setTourStatus,
  type TourRow,
  updateTour,
} from '@watchpost/contract/tours';
import { auditOrigin } from '../../platform/audit/audit-origin.ts';
import { AppError } from '../../platform/http/app-error.ts';
import { type Route, route } from '../../platform/http/route.ts';
import { restoreRecords, setActivated } from '../../platform/managed-records/record-changes.queries.ts';
import { exportRecords } from '../../platform/managed-records/record-export.ts';
import { findRecords } from '../../platform/managed-records/record-list.queries.ts';
import { acceptLate } from './accept-late-round.queries.ts';
import { excuse } from './due-rounds.queries.ts';
import { listDues } from './due-rounds.service.ts';
import { tourConditions, tourExport, tourTable } from './tour-table.ts';
import {
  addTour,
  dropHoliday,
  editTour,
  nameHoliday,
  removeTour,
  tourActions,
  viewChoices,
  viewTour,
} from './tours.service.ts';

export function tourRoutes(): Route[] {
  return [...recordRoutes(), ...dueRoutes()];
}

function recordRoutes(): Route[] {
  return [
    route(listTours, ({ caller: { scope }, query: { site, ...filter } }) =>
      findRecords<TourRow>(scope, tourTable, filter, tourConditions(site)),
    ),

    route(exportTours, (context) => {
      const { site, ...filter } = context.query;
      return exportRecords(context, tourExport, filter, tourConditions(site));
    }),

    route(getTourChoices, ({ caller: { scope }, query }) => viewChoices(scope, query.site)),

    route(getTour, ({ caller: { scope }, params }) => viewTour(scope, params.id)),

    route(createTour, async (context) => {
      const id = await addTour(context.caller.scope, context.body, auditOrigin(context));
      return { id, version: 1 };
    }),

    route(updateTour, async (context) => {
      const { version, ...fields } = context.body;
      const { id } = context.params;
      const edit = { fields, version };
      return { id, version: await editTour(context.caller.scope, id, edit, auditOrigin(context)) };
    }),

    route(setTourStatus, async (context) => {
      const { scope } = context.caller;
      const ids = await setActivated(scope, tourTable, context.body, tourActions, auditOrigin(context));
      return { ids };
    }),

    route(deleteTour, async (context) => {
      const { scope } = context.caller;
      return { ids: await removeTour(scope, context.params.id, auditOrigin(context), Date.now()) };
    }),

    route(restoreTours, async (context) => {
      const { scope } = context.caller;
      const { ids } = context.body;
      return { ids: await restoreRecords(scope, tourTable, ids, tourActions, auditOrigin(context)) };
    }),
  ];
}

function dueRoutes(): Route[] {
  return [
    route(listDueRounds, ({ caller: { scope }, query, timeZone }) =>
      listDues(scope, query, timeZone, Date.now()),
    ),

    route(excuseDueRound, async (context) => {
      const { id } = context.params;
      const request = { id, reason: context.body.reason, nowMs: Date.now() };
      const done = await excuse(context.caller.scope, request, auditOrigin(context));
      if (done === 'unknown') throw new AppError('notFound');
      if (done === 'begun') throw new AppError('roundBegun');
      return { ids: [id] };
    }),

    route(acceptLateRound, async (context) => {
      const { id } = context.params;
      const acceptance = { id, ...context.body, nowMs: Date.now() };
      const done = await acceptLate(context.caller.scope, acceptance, auditOrigin(context));
      if (done === 'unknown') throw new AppError('notFound');
      if (done === 'changed') throw new AppError('dueRoundChanged');
      return { ids: [id] };
    }),

    route(addHoliday, async (context) => {
      const { site, day } = context.params;
      const holiday = { site, day, name: context.body.name };
      await nameHoliday(context.caller.scope, holiday, auditOrigin(context));
      return { day };
    }),

    route(removeHoliday, async (context) => {
      const { site, day } = context.params;
      await dropHoliday(context.caller.scope, { site, day }, auditOrigin(context));
      return { day };
    }),
  ];
}
