import { useSession } from '../lib/current-session.ts';
import { t } from '../lib/labels.ts';
import { siteOptions } from '../lib/site-options.ts';
import { Combobox } from '../ui/fields/combobox.tsx';
import styles from './report-filters.module.css';

interface SiteChoiceProps {
  /** Site id; empty for all. */
  readonly site: string;
  readonly onChange: (change: { readonly site: string }) => void;
}

/** None for anyone who sees one site only (REP-02). */
export function SiteChoice({ site, onChange }: SiteChoiceProps) {
  const sites = useSession((session) => session.sites());
  if (sites === undefined) return null;
  return (
    <Combobox
      className={styles.choice}
      label={t('rounds.site')}
      options={siteOptions(sites)}
      value={site}
      onValueChange={(value) => onChange({ site: value })}
    />
  );
}
