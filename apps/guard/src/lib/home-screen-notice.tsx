// Browsers of iPhones delete what a page keeps once it was not opened for seven days; what was put on the home screen stays (FIELD-02).
import { Notice } from '../ui/notice.tsx';
import { t } from './labels.ts';

/** Told by no browser but those of iPhones and iPads; elsewhere it is undefined. */
const isInBrowserOfApple = (): boolean =>
  Reflect.get(navigator, 'standalone') === false && navigator.maxTouchPoints > 0;

/** What the home screen opens has a memory of its own, so it stands where one signs in. */
export function HomeScreenNotice() {
  return isInBrowserOfApple() ? <Notice tone="late">{t('signIn.homeScreen')}</Notice> : null;
}
