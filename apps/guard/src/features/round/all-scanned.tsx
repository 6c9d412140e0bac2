import { t } from '../../lib/labels.ts';
import { Notice } from '../../ui/notice.tsx';

/** Nothing is missing as far as the phone knows, which is not as far as the server may. */
export function AllScanned({ unconfirmed }: { readonly unconfirmed: number }) {
  if (unconfirmed === 0) return <Notice tone="good">{t('round.all')}</Notice>;
  return <Notice tone="late">{t('end.unconfirmed', { count: unconfirmed })}</Notice>;
}
