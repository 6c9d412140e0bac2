import type { InfoPageId } from '@watchpost/domain/info-pages';

const routes: Readonly<Record<InfoPageId, string>> = {
  aboutCompany: 'app-settings/about-company',
  faqs: 'app-settings/FAQs',
  privacyPolicy: 'app-settings/privacy-policy',
  contactSupport: 'app-settings/contact-us',
  termConditions: 'app-settings/terms-and-conditions',
};

/** Route of the editor of an information page (ROUTE-04), below the hash. */
export const routeOfPage = (id: InfoPageId): string => routes[id];

/** The page whose editor a path leads to; undefined for other paths. */
export function pageOfRoute(path: string): InfoPageId | undefined {
  const bare = path.replaceAll(/^\/+|\/+$/g, '').toLowerCase();
  const ids: readonly InfoPageId[] = [
    'aboutCompany',
    'faqs',
    'privacyPolicy',
    'contactSupport',
    'termConditions',
  ];
  return ids.find((id) => routes[id].toLowerCase() === bare);
}
