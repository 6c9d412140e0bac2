import { exportRoundRemarks, listRoundRemarks } from '@watchpost/contract/round-remarks';
import { replyWithExport } from '../../platform/exports/export-reply.ts';
import { fileClockOf, findReportZone } from '../../platform/exports/report-zone.queries.ts';
import { AppError } from '../../platform/http/app-error.ts';
import { type Context, type FileReply, type Route, route } from '../../platform/http/route.ts';
import { countRemarks, remarkColumns, remarkRows } from './remarks-export.service.ts';
import { resolveFilter } from './resolve-filter.service.ts';
import { findRound } from './round-details.queries.ts';
import { findRemarks } from './round-remarks.queries.ts';
import { findTotals } from './scanned-checkpoints.queries.ts';

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
