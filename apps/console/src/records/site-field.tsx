import type { DropdownEntry } from '@watchpost/contract/session';
import { useSession } from '../lib/current-session.ts';
import { t } from '../lib/labels.ts';
import { siteOptions } from '../lib/site-options.ts';
import { SelectField } from '../ui/fields/select-field.tsx';
import { TextField } from '../ui/fields/text-field.tsx';

/** Help of a field that asks for a site: where to make one while there is none. */
export function noSiteHelp(sites: readonly DropdownEntry[]) {
  if (sites.some(({ value }) => value !== '')) return undefined;
  return (
    <>
      {t('records.noSite')} <a href="#/manage-sites/add-site">{t('records.addSite')}</a>
    </>
  );
}

interface SiteFieldProps {
  readonly form: {
    readonly isNew: boolean;
    readonly draft: { readonly siteId: string };
    readonly problemOf: (name: 'siteId') => string | null;
    readonly touch: (name: 'siteId') => void;
  };
  readonly siteName: string;
  /** Why it cannot be changed, where that is so. */
  readonly staysWords: string;
  readonly onChoose: (siteId: string) => void;
}

/** A record stays at its site; a new one gets one of those that are seen, or the only one. */
export function SiteField({ form, siteName, staysWords, onChoose }: SiteFieldProps) {
  const sites = useSession((session) => session.sites());
  if (sites === undefined || !form.isNew) {
    return <TextField label={t('records.site')} value={siteName} readOnly help={staysWords} />;
  }
  return (
    <SelectField
      label={t('records.site')}
      isRequired
      help={noSiteHelp(sites)}
      error={form.problemOf('siteId')}
      value={form.draft.siteId}
      options={siteOptions(sites)}
      onValueChange={onChoose}
      onBlur={() => form.touch('siteId')}
    />
  );
}
