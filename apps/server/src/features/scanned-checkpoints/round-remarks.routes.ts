import { listRoundRemarks } from '@watchpost/contract/round-remarks';
import { AppError } from '../../http/app-error.ts';
import { type Route, route } from '../../http/route.ts';
import { findRound } from './round-details.queries.ts';
import { findRemarks } from './round-remarks.queries.ts';

export function roundRemarkRoutes(): Route[] {
  return [
    route(listRoundRemarks, async ({ caller: { scope }, params: { roundId } }) => {
      if ((await findRound(scope, roundId)) === null) throw new AppError('notFound');
      const remarks = await findRemarks(scope, [roundId]);
      return { data: remarks.map(({ roundId: _round, ...remark }) => remark) };
    }),
  ];
}
