import {
  type CheckpointRow,
  createCheckpoint,
  deleteCheckpoint,
  exportCheckpoints,
  getCheckpoint,
  getCheckpointDetails,
  listCheckpoints,
  listCheckpointsAround,
  printCheckpointLabels,
  reissueCheckpointCodes,
  restoreCheckpoints,
  setCheckpointStatus,
  updateCheckpoint,
} from '@watchpost/contract/checkpoints';
import { getCheckpointQuestions, saveCheckpointQuestions } from '@watchpost/contract/checkpoint-questions';
import { auditOrigin } from '../../platform/audit/audit-origin.ts';
import { type Route, route } from '../../platform/http/route.ts';
import { setActivated } from '../../platform/managed-records/record-changes.queries.ts';
import { exportRecords } from '../../platform/managed-records/record-export.ts';
import { findRecords } from '../../platform/managed-records/record-list.queries.ts';
import { saveQuestions, viewQuestions } from './checkpoint-questions.service.ts';
import { viewCheckpointDetails } from './checkpoint-details.service.ts';
import { printLabels } from './checkpoint-labels.service.ts';
import {
  checkpointConditions,
  checkpointExport,
  checkpointTable,
  exportWithoutTags,
} from './checkpoint-table.ts';
import { foundByName, mayReadCodes, readableRow } from './readable-codes.ts';
import { reissueCodes } from './checkpoints.queries.ts';
import {
  addCheckpoint,
  bringBack,
  checkpointActions,
  editCheckpoint,
  removeCheckpoint,
  viewAround,
  viewCheckpoint,
} from './checkpoints.service.ts';

export const checkpointRoutes = (): Route[] => [...readingRoutes(), ...changingRoutes(), ...codeRoutes()];

function readingRoutes(): Route[] {
  return [
    route(listCheckpoints, async ({ caller, query: { site, ...filter } }) => {
      const conditions = [...checkpointConditions(site), ...foundByName(caller, filter.searchText)];
      const { count, data } = await findRecords<CheckpointRow>(
        caller.scope,
        checkpointTable,
        filter,
        conditions,
      );
      return { count, data: data.map((row) => readableRow(caller, row)) };
    }),

    route(exportCheckpoints, (context) => {
      const { caller } = context;
      const { site, ...filter } = context.query;
      const conditions = [...checkpointConditions(site), ...foundByName(caller, filter.searchText)];
      const file = mayReadCodes(caller) ? checkpointExport : exportWithoutTags;
      return exportRecords(context, file, filter, conditions);
    }),

    route(listCheckpointsAround, ({ caller: { scope }, query }) => viewAround(scope, query.site)),

    route(getCheckpoint, async ({ caller, params }) =>
      readableRow(caller, await viewCheckpoint(caller.scope, params.id)),
    ),

    route(getCheckpointDetails, ({ caller, params }) => viewCheckpointDetails(caller, params.id, Date.now())),

    route(getCheckpointQuestions, ({ caller, params }) => viewQuestions(caller.scope, params.id)),
  ];
}

function changingRoutes(): Route[] {
  return [
    route(saveCheckpointQuestions, async (context) => {
      const { id } = context.params;
      return { id, version: await saveQuestions(context.caller, id, context.body, auditOrigin(context)) };
    }),

    route(createCheckpoint, async (context) => {
      const id = await addCheckpoint(context.caller.scope, context.body, auditOrigin(context));
      return { id, version: 1 };
    }),

    route(updateCheckpoint, async (context) => {
      const { id } = context.params;
      const { version, ...fields } = context.body;
      const edit = { fields, version };
      return { id, version: await editCheckpoint(context.caller.scope, id, edit, auditOrigin(context)) };
    }),

    route(setCheckpointStatus, async (context) => {
      const { scope } = context.caller;
      const origin = auditOrigin(context);
      return { ids: await setActivated(scope, checkpointTable, context.body, checkpointActions, origin) };
    }),

    route(deleteCheckpoint, async (context) => ({
      ids: await removeCheckpoint(context.caller.scope, context.params.id, auditOrigin(context)),
    })),

    route(restoreCheckpoints, async (context) => ({
      ids: await bringBack(context.caller.scope, context.body.ids, auditOrigin(context)),
    })),
  ];
}

function codeRoutes(): Route[] {
  return [
    route(printCheckpointLabels, (context) =>
      printLabels(context.caller.scope, context.tenant.name, context.body, auditOrigin(context)),
    ),

    route(reissueCheckpointCodes, async (context) => ({
      ids: await reissueCodes(context.caller.scope, context.body.ids, auditOrigin(context)),
    })),
  ];
}
