// app-info/{id}: its title, and plainly that its text is not there yet; any other id shows nothing (INFO-01).
import { useParams } from '@tanstack/react-router';
import { BarePage } from '../../lib/brand/bare-page.tsx';
import { t, type LabelKey } from '../../lib/labels.ts';
import { ButtonLink } from '../../ui/actions/button.tsx';

const titles = {
  aboutCompany: 'infoPage.aboutCompany',
  contactSupport: 'infoPage.contactSupport',
  faqs: 'infoPage.faqs',
  privacyPolicy: 'infoPage.privacyPolicy',
  termConditions: 'infoPage.termConditions',
} as const satisfies Readonly<Record<string, LabelKey>>;

const isInfoPage = (id: string): id is keyof typeof titles => Object.hasOwn(titles, id);

export function InfoPage() {
  const { id = '' } = useParams({ strict: false });
  if (!isInfoPage(id)) return null;
  return (
    <BarePage title={t(titles[id])}>
      <p>
        {t('infoPage.notAvailable')} {t('infoPage.notAvailableReason')}
      </p>
      <ButtonLink href="#/signin">{t('infoPage.toSignIn')}</ButtonLink>
    </BarePage>
  );
}
