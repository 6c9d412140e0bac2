import { exportDayEvidence, exportReportEvidence } from '@watchpost/contract/evidence';
import { exportRoundRemarks, listRoundRemarks } from '@watchpost/contract/round-remarks';
import {
  type CheckpointRow,
  type RoundDetails,
  exportLateRounds,
  exportScannedCheckpoints,
  getScannedCheckpoints,
  listRoundCheckpoints,
  listScannedCheckpoints,
} from '@watchpost/contract/scanned-checkpoints';
import { reportPageSize } from '@watchpost/domain/limits';
import { replyWithEvidence } from '../../patrol/evidence/evidence-reply.ts';
import type { Sealing } from '../../patrol/evidence/sealing.ts';
import type { FlaggedEvent } from '../../patrol/trust/judge-round.ts';
import { findRoundContexts } from '../../patrol/trust/round-context.queries.ts';
import type { SiteScope } from '../../platform/access/caller.ts';
import type { ServerSecret } from '../../platform/access/server-secret.ts';
import { auditOrigin } from '../../platform/audit/audit-origin.ts';
import { replyWithExport } from '../../platform/exports/export-reply.ts';
import { fileClockOf, findReportZone } from '../../platform/exports/report-zone.queries.ts';
import { AppError } from '../../platform/http/app-error.ts';
import { type Context, type FileReply, type Route, route } from '../../platform/http/route.ts';
import { findCheckpointsAt } from '../../records/past-names/past-checkpoints.queries.ts';
import { resolveFilter } from './resolve-filter.queries.ts';
import { CursorSeal } from './round-cursor.ts';
import {
  type FoundRouteVersion,
  findImportedRounds,
  findPhoneTimes,
  findRemarks,
  findRoundArrival,
  findRouteVersions,
  findScans,
} from './round-details.queries.ts';
import { reportColumns, scannedReportRows } from './round-export.service.ts';
import {
  countLateRounds,
  countRemarks,
  lateColumns,
  lateRoundRows,
  makeDayEvidence,
  makeReportEvidence,
  remarkColumns,
  remarkRows,
  withLate,
} from './round-files.service.ts';
import { toListedRound, toRow, viewPage } from './round-page.service.ts';
import { checkpointRowsOf, checkpointsOf, timelineOf } from './round-timeline.service.ts';
import {
  countUnexportedRows,
  countUnplannedRows,
  findRound,
  findTotals,
} from './scanned-checkpoints.queries.ts';

export interface ReportSettings {
  readonly secret: ServerSecret;
  readonly sealing: Sealing;
}

export function scannedCheckpointsRoutes(settings: ReportSettings): Route[] {
  const { sealing } = settings;
  const seal = new CursorSeal(settings.secret);
  return [
    route(listScannedCheckpoints, async ({ caller, query, timeZone }) => {
      const zone = await findReportZone(caller.scope, query, timeZone);
      const filter = await resolveFilter(caller.scope, query, zone);
      const request = {
        guards: `${query.guard ?? ''} ${query.searchText ?? ''}`,
        offset: query.offset ?? 0,
        limit: query.limit ?? reportPageSize,
        cursor: query.cursor ?? null,
      };
      const { rows, ...page } = await viewPage(caller.scope, filter, request, seal);
      return { ...page, data: rows.map(toListedRound) };
    }),
    route(getScannedCheckpoints, ({ caller, params }) => getRound(caller.scope, params.roundId)),
    route(listRoundCheckpoints, async ({ caller, params, query }) => {
      const rows = await findCheckpointRows(caller.scope, params.roundId);
      const offset = query.offset ?? 0;
      return { count: rows.length, data: rows.slice(offset, offset + (query.limit ?? reportPageSize)) };
    }),
    route(exportScannedCheckpoints, exportRounds),
    route(exportLateRounds, exportLate),
    route(exportReportEvidence, async (context) => {
      const { caller, query, timeZone } = context;
      const file = await makeReportEvidence(caller, query, timeZone, sealing);
      const name = query.from === undefined ? 'of the report' : `${query.from} to ${query.to}`;
      return replyWithEvidence(caller.scope.db, auditOrigin(context), file, { name, filter: query });
    }),
    route(exportDayEvidence, async (context) => {
      const { caller, query } = context;
      const file = await makeDayEvidence(caller, query, sealing);
      return replyWithEvidence(caller.scope.db, auditOrigin(context), file, {
        name: query.date,
        filter: query,
      });
    }),
  ];
}

async function getRound(scope: SiteScope, roundId: string): Promise<RoundDetails> {
  const { round, version, scans } = await loadRound(scope, roundId);
  const { events, due } = await findRoundArrival(scope, roundId);
  const checkpoints = await findCheckpointsAt(
    scope,
    scans.flatMap(({ checkpointId, claimedId }) => [checkpointId ?? [], claimedId ?? []].flat()),
    round.startedAtMs,
  );
  const isFixedOrder = version?.isFixedOrder ?? false;
  const contextOf = await findRoundContexts(scope.db, scope.tenantId, [round]);
  const planned = version?.checkpoints ?? [];
  const record = { planned, isFixedOrder, scans, events, context: contextOf(round.id) };
  const arrivedAtMs = lastLateOf([...scans, ...events]);
  const { points, uncounted, score } = timelineOf(record, checkpoints);
  return {
    round: toRow(round),
    score,
    routeId: version?.routeId ?? null,
    routeName: version?.name ?? '',
    isFixedOrder,
    sentLate: arrivedAtMs === null ? null : { arrivedAtMs, due },
    imported: (await findImportedRounds(scope, [roundId])).get(roundId) ?? null,
    ...(await findPhoneTimes(scope, round)),
    points,
    uncounted,
  };
}

/** When the last of what was sent late arrived; null for none. */
function lastLateOf(arrived: readonly FlaggedEvent[]): number | null {
  const times = arrived.flatMap(({ flags, receivedAtMs }) =>
    flags.includes('sentLate') ? [receivedAtMs] : [],
  );
  return times.length === 0 ? null : Math.max(...times);
}

async function findCheckpointRows(scope: SiteScope, roundId: string): Promise<CheckpointRow[]> {
  const { round, version, scans } = await loadRound(scope, roundId);
  const ids = (version?.checkpoints ?? scans).flatMap(({ checkpointId }) => checkpointId ?? []);
  const known = await findCheckpointsAt(scope, ids, round.startedAtMs);
  const checkpoints = checkpointsOf(version, scans, (id) => known.get(id));
  return checkpointRowsOf(checkpoints, scans, (id) => known.get(id)?.isActivated ?? false);
}

async function exportRounds(context: Context<typeof exportScannedCheckpoints>): Promise<FileReply> {
  const { scope } = context.caller;
  const zone = await findReportZone(scope, context.query, context.timeZone);
  const clock = fileClockOf(zone);
  const filter = await resolveFilter(scope, context.query, zone);
  const totals = await findTotals(scope, filter);
  return replyWithExport(
    { ...context, timeZone: clock.timeZone },
    {
      timesOf: clock.timesOf,
      id: 'scannedCheckpoints',
      title: 'Scanned Report',
      columns: await reportColumns(scope),
      count:
        totals.checkpoints +
        (await countUnplannedRows(scope, filter)) -
        (await countUnexportedRows(scope, filter)),
      rows: scannedReportRows(scope, filter, { asOf: totals.asOf, clock }),
    },
  );
}

async function exportLate(context: Context<typeof exportLateRounds>): Promise<FileReply> {
  const { scope } = context.caller;
  const zone = await findReportZone(scope, context.query, context.timeZone);
  const clock = fileClockOf(zone);
  const filter = withLate(await resolveFilter(scope, context.query, zone));
  const { asOf } = await findTotals(scope, filter);
  return replyWithExport(
    { ...context, timeZone: clock.timeZone },
    {
      timesOf: clock.timesOf,
      id: 'lateRounds',
      title: 'Rounds Sent Late',
      columns: lateColumns,
      count: await countLateRounds(scope, filter, asOf),
      rows: lateRoundRows(scope, filter, { asOf, clock }),
    },
  );
}

async function loadRound(scope: SiteScope, roundId: string) {
  const round = await findRound(scope, roundId);
  if (round === null) throw new AppError('notFound');
  const versions: FoundRouteVersion[] =
    round.routeVersionId === null ? [] : await findRouteVersions(scope, [round.routeVersionId]);
  return { round, version: versions[0] ?? null, scans: await findScans(scope, [round.id]) };
}

export function roundRemarkRoutes(): Route[] {
  return [
    route(listRoundRemarks, async ({ caller: { scope }, params: { roundId } }) => {
      if ((await findRound(scope, roundId)) === null) throw new AppError('notFound');
      const remarks = await findRemarks(scope, [roundId]);
      return { data: remarks.map(({ roundId: _round, ...remark }) => remark) };
    }),
    route(exportRoundRemarks, exportRemarks),
  ];
}

async function exportRemarks(context: Context<typeof exportRoundRemarks>): Promise<FileReply> {
  const { scope } = context.caller;
  const zone = await findReportZone(scope, context.query, context.timeZone);
  const clock = fileClockOf(zone);
  const filter = await resolveFilter(scope, context.query, zone);
  const { asOf } = await findTotals(scope, filter);
  return replyWithExport(
    { ...context, timeZone: clock.timeZone },
    {
      timesOf: clock.timesOf,
      id: 'roundRemarks',
      title: 'Answers and Notes',
      columns: remarkColumns,
      count: await countRemarks(scope, filter, asOf),
      rows: remarkRows(scope, filter, { asOf, clock }),
    },
  );
}
