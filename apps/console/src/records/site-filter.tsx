// The filter by site that most lists have, for whoever sees more than one.
import { useSession } from '../lib/current-session.ts';
import { t } from '../lib/labels.ts';
import { SelectField } from '../ui/fields/select-field.tsx';
import type { FilterProps } from './record-search.ts';
import styles from './site-filter.module.css';

interface SiteSelectProps {
  /** Site id; empty for all. */
  readonly site: string;
  readonly onChange: (site: string) => void;
  /** In place of the usual width. */
  readonly className?: string;
}

/** None for whoever sees one site only. */
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
const noFilter: Partial<typeof siteFilter> = {};

/** What the list page gets; nothing for whoever sees one site only, whatever the address asks. */
export function useSiteFilter(): Partial<typeof siteFilter> {
  return useSession((session) => session.sites() === undefined) ? noFilter : siteFilter;
}
