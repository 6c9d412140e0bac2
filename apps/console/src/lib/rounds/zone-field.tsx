import { useState } from 'react';
import { SelectField } from '../../ui/fields/select-field.tsx';
import { t } from '../labels.ts';
import { viewerZone } from '../viewer-zone.ts';
import type { ZoneChoice } from './shown-zone.ts';

interface ZoneFieldProps {
  readonly zone: ZoneChoice;
  /** Zones of the sites on screen. */
  readonly siteZones: readonly (string | null)[];
  /** Whether rows have sites, whose own clocks may be chosen. */
  readonly hasSites?: boolean;
  readonly className?: string | undefined;
  readonly onChange: (change: { readonly zone: ZoneChoice }) => void;
}

/** By whose clocks days and times go: there where sites and viewer differ, or a link names a zone of its own (REP-13). */
export function ZoneField({ zone, siteZones, hasSites = true, className, onChange }: ZoneFieldProps) {
  const own = viewerZone();
  const isOther = zone !== '' && zone !== own;
  const differs = siteZones.some((siteZone) => siteZone !== null && siteZone !== own);
  // It stays where it was: a page without rows may have none because of the zone.
  const [hasDiffered, setHasDiffered] = useState(false);
  if (differs && !hasDiffered) setHasDiffered(true);
  if (!isOther && !differs && !hasDiffered) return null;
  return (
    <SelectField
      className={className}
      label={t('rounds.zone')}
      value={isOther ? zone : own}
      options={[
        { value: own, label: zoneText(own) },
        ...(hasSites ? [{ value: 'site', label: zoneText('site') }] : []),
        ...(isOther && zone !== 'site' ? [{ value: zone, label: zone }] : []),
      ]}
      onValueChange={(chosen) => onChange({ zone: chosen })}
    />
  );
}

/** Whose clocks a choice names. */
export function zoneText(zone: ZoneChoice): string {
  if (zone === 'site') return t('rounds.zoneSite');
  return zone === viewerZone() ? t('rounds.zoneOwn', { zone }) : zone;
}
