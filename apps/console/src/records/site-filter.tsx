// The filter by site that most lists have, for anyone who sees more than one.
import { useSession } from '../lib/current-session.ts';
import { t } from '../lib/labels.ts';
import { useUrlSearch } from '../lib/url-search.ts';
import { SelectField } from '../ui/fields/select-field.tsx';
import { choiceChip, type RecordChip } from './filter-chips.ts';
import type { FilterProps } from './record-search.ts';
import styles from './site-filter.module.css';

interface SiteSelectProps {
  /** Site id; empty for all. */
  readonly site: string;
  readonly onChange: (site: string) => void;
  /** In place of the usual width. */
  readonly className?: string;
}

/** None for anyone who sees one site only. */
export function SiteSelect({ site, onChange, className = styles.choice }: SiteSelectProps) {
  const sites = useSession((session) => session.sites());
  if (sites === undefined) return null;
  return (
    <SelectField
      className={className}
      label={t('records.site')}
      value={site}
      options={[{ value: '', label: t('records.anySite') }, ...sites.filter(({ value }) => value !== '')]}
      onValueChange={onChange}
    />
  );
}

function SiteFilter({ filters, onChange }: FilterProps) {
  return <SiteSelect site={filters['site'] ?? ''} onChange={(site) => onChange('site', site)} />;
}

const siteFilter = { filterNames: ['site'], filters: SiteFilter };
type SiteFilterProps = Partial<typeof siteFilter> & { readonly chips?: readonly RecordChip[] };

/** What the list page gets; nothing for anyone who sees one site only, whatever the address asks. */
export function useSiteFilter(): SiteFilterProps {
  const chips = useSiteChip();
  return useSession((session) => session.sites() === undefined) ? {} : { ...siteFilter, chips };
}

/** The site of the address in words; of none, and for anyone who sees one only, nothing. */
export function useSiteChip(): readonly RecordChip[] {
  const [{ site }] = useUrlSearch();
  const sites = useSession((session) => session.sites());
  if (sites === undefined || site === '') return [];
  return choiceChip(
    'site',
    t('records.site'),
    site,
    (id) => sites.find(({ value }) => value === id)?.label ?? t('rounds.otherSite'),
  );
}
