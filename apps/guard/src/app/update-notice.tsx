import { t } from '../lib/labels.ts';
import { Button } from '../ui/button.tsx';
import { Notice } from '../ui/notice.tsx';
import { applyUpdate, useUpdateReady } from './app-updates.ts';

/** During a round it only tells. */
export function UpdateNotice({ isBusy }: { readonly isBusy: boolean }) {
  const isReady = useUpdateReady();
  if (!isReady) return null;
  return (
    <>
      <Notice>{t(isBusy ? 'update.later' : 'update.ready')}</Notice>
      {!isBusy && <Button onPress={applyUpdate}>{t('update.apply')}</Button>}
    </>
  );
}
