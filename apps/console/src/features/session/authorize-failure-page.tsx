import { BarePage } from '../../lib/brand/bare-page.tsx';
import { t, useLanguage } from '../../lib/labels.ts';
import { ButtonLink } from '../../ui/actions/button.tsx';

/** Where a refused key of one's own leads (API-05). */
export function AuthorizeFailurePage() {
  useLanguage();
  return (
    <BarePage title={t('authorizeFailure.title')}>
      <p>{t('authorizeFailure.reason')}</p>
      <ButtonLink href="#/signin">{t('infoPage.toSignIn')}</ButtonLink>
    </BarePage>
  );
}
