// Taking exceptions in hand: what somebody else has stays there, unless nothing else is to be taken and it is said so.
import type { ExceptionRow } from '@watchpost/contract/exceptions';
import { useSession } from '../../lib/current-session.ts';
import { t } from '../../lib/labels.ts';
import { confirm } from '../../ui/overlays/confirm-store.ts';
import { take } from './exceptions.api.ts';
import { useChanges } from './use-changes.ts';

interface Taking {
  readonly isBusy: boolean;
  readonly start: (items: readonly ExceptionRow[]) => Promise<void>;
}

export function useTaking(): Taking {
  const { isBusy, attempt } = useChanges();
  const ownId = useSession((session) => session.user()?.id);
  const start = async (items: readonly ExceptionRow[]) => {
    const others = items.filter(({ owner }) => owner !== null && owner.id !== ownId);
    const free = items.filter((item) => !others.includes(item));
    if (free.length > 0) {
      const taken = t('exceptions.taken', { count: free.length });
      const left = others.length === 0 ? '' : ` ${t('exceptions.left', { count: others.length })}`;
      await attempt(() => take(free, false), `${taken}${left}`);
    } else if (await asksToTakeOver(others)) {
      await attempt(() => take(others, true), t('exceptions.taken', { count: others.length }));
    }
  };
  return { isBusy, start };
}

function asksToTakeOver(items: readonly ExceptionRow[]): Promise<boolean> {
  const names = [...new Set(items.map(({ owner }) => owner?.name ?? ''))].join(', ');
  return confirm({
    message: t('exceptions.takeOverQuestion', { count: items.length, names }),
    yesLabel: t('exceptions.takeOver'),
    noLabel: t('records.cancel'),
  });
}
