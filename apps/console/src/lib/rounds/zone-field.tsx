import { t } from '../lib/labels.ts';
import type { ZoneChoice } from '../lib/rounds/shown-zone.ts';
import { viewerZone } from '../lib/viewer-zone.ts';
import { SelectField } from '../ui/fields/select-field.tsx';
import styles from './report-filters.module.css';

interface ZoneFieldProps {
  readonly zone: ZoneChoice;
  /** Zones of the sites on screen. */
  readonly siteZones: readonly (string | null)[];
  readonly onChange: (change: { readonly zone: ZoneChoice }) => void;
}

/** By whose clocks days and times go: there where sites and viewer differ, or a link names a zone of its own (REP-13). */
export function ZoneField({ zone, siteZones, onChange }: ZoneFieldProps) {
  const own = viewerZone();
  const isOther = zone !== '' && zone !== own;
  if (!isOther && !siteZones.some((siteZone) => siteZone !== null && siteZone !== own)) return null;
  return (
    <SelectField
      className={styles.choice}
      label={t('rounds.zone')}
      value={isOther ? zone : own}
      options={[
        { value: own, label: t('rounds.zoneOwn', { zone: own }) },
        { value: 'site', label: t('rounds.zoneSite') },
        ...(isOther && zone !== 'site' ? [{ value: zone, label: zone }] : []),
      ]}
      onValueChange={(chosen) => onChange({ zone: chosen })}
    />
  );
}
