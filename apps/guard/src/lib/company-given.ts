/** In the address that a company gives its guards; empty for none. */
export const companyGiven = (): string =>
  new URLSearchParams(window.location.search).get('company')?.trim().toLowerCase() ?? '';

/** What is put on the home screen from here opens for the same company. */
export function putCompanyOnHomeScreen(): void {
  const company = companyGiven();
  const link = document.querySelector<HTMLLinkElement>('link[rel=manifest]');
  if (company !== '' && link !== null)
    link.href = `manifest.webmanifest?company=${encodeURIComponent(company)}`;
}
