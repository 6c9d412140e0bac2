import { type LabelKey, t } from '../lib/labels.ts';
import { Notice } from '../ui/notice.tsx';
import { Screen } from '../ui/screen.tsx';

/** Without its database the app could promise nothing. */
export function NoStorage({ fault }: { readonly fault: LabelKey }) {
  return (
    <Screen title={t('signIn.title')}>
      <Notice tone="missed" isUpdate>
        {t(fault)}
      </Notice>
    </Screen>
  );
}
