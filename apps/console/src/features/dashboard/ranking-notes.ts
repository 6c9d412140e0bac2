// What a ranking says where no one and nothing needs a look.
import { type DashboardRanking, siteShareOf } from '@watchpost/contract/dashboard';
import { judgedOf } from '@watchpost/domain/due-outcomes';
import { t } from '../../lib/labels.ts';

/** Null where a site needs a look, and where nothing is told of any. */
export function sitesNote({ sites }: Pick<DashboardRanking, 'sites'>): string | null {
  const shares = sites.map(siteShareOf).filter((share) => share !== null);
  return shares.length > 0 && shares.every((share) => share === 100) ? t('dashboard.sitesFine') : null;
}

/** Of a ranking without guards: whether they did well, or there was nothing to do. */
export function guardsNote({ sites }: Pick<DashboardRanking, 'sites'>): string {
  const wasDue = sites.some(({ due }) => due !== null && judgedOf(due) > 0);
  return t(wasDue ? 'dashboard.guardsFine' : 'dashboard.noDue');
}
