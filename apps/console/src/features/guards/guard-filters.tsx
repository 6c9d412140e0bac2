// What the list of guards can be narrowed to: a site, and whose secret must be issued.
import { type SecretState, secretStates } from '@watchpost/domain/guards';
import { t } from '../../lib/labels.ts';
import { useUrlSearch } from '../../lib/url-search.ts';
import { choiceChip } from '../../records/filter-chips.ts';
import type { FilterProps } from '../../records/record-search.ts';
import { SiteSelect, useSiteChip } from '../../records/site-filter.tsx';
import { useSession } from '../../lib/current-session.ts';
import { SelectField } from '../../ui/fields/select-field.tsx';
import styles from './guards.module.css';

const words = {
  none: 'guards.noSecret',
  issued: 'guards.hasSecret',
  retired: 'guards.secretRetired',
} as const satisfies Record<SecretState, string>;

const stateOf = (text: string | undefined): SecretState | undefined =>
  secretStates.find((state) => state === text);

export function useGuardFilters() {
  const siteChips = useSiteChip();
  const [{ secret }] = useUrlSearch();
  const hasSites = useSession((session) => session.sites() !== undefined);
  const chips = choiceChip('secret', t('guards.secret'), stateOf(secret), (state) => t(words[state]));
  return {
    filterNames: hasSites ? ['site', 'secret'] : ['secret'],
    filters: GuardFilters,
    chips: [...siteChips, ...chips],
  };
}

function GuardFilters({ filters, onChange }: FilterProps) {
  return (
    <>
      <SiteSelect site={filters['site'] ?? ''} onChange={(site) => onChange('site', site)} />
      <SelectField
        className={styles.secretFilter}
        label={t('guards.secret')}
        value={stateOf(filters['secret']) ?? ''}
        options={[
          { value: '', label: t('guards.anySecret') },
          ...secretStates.map((state) => ({ value: state, label: t(words[state]) })),
        ]}
        onValueChange={(state) => onChange('secret', state)}
      />
    </>
  );
}
