import type { QueryOf } from '@watchpost/contract/endpoint';
import { exportRoundRemarks, listRoundRemarks } from '@watchpost/contract/round-remarks';
import type { SiteScope } from '../../access/caller.ts';
import { type AuditOrigin, auditOrigin } from '../../audit/audit-origin.ts';
import { AppError } from '../../http/app-error.ts';
import { type FileReply, type Route, route } from '../../http/route.ts';
import { countRemarks, remarkColumns, remarkRows } from './remarks-export.service.ts';
import { replyWithReport } from './report-file.service.ts';
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
    route(exportRoundRemarks, (context) => {
      const { caller, query, timeZone } = context;
      return exportRemarks(caller.scope, query, timeZone, auditOrigin(context));
    }),
  ];
}

async function exportRemarks(
  scope: SiteScope,
  query: QueryOf<typeof exportRoundRemarks>,
  timeZone: string,
  origin: AuditOrigin,
): Promise<FileReply> {
  const filter = await resolveFilter(scope, query, timeZone);
  const { asOf } = await findTotals(scope, filter);
  const file = {
    subjectId: 'roundRemarks',
    title: 'Answers and Notes',
    columns: remarkColumns,
    count: await countRemarks(scope, filter, asOf),
    rows: remarkRows(scope, filter, asOf),
  };
  return replyWithReport(scope, file, { query, timeZone, origin });
}
