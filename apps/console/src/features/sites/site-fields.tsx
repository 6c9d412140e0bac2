// The fields of a site's form.
import { siteFields } from '@watchpost/contract/sites';
import { zoneChoices } from '@watchpost/domain/zone-names';
import { useState } from 'react';
import { t } from '../../lib/labels.ts';
import { degreesOf } from '../../records/degrees.ts';
import { FieldInputs } from '../../records/field-inputs.tsx';
import { openingView } from '../../records/opening-view.ts';
import styles from '../../records/record-form.module.css';
import type { RecordForm } from '../../records/use-record-form.ts';
import { Button } from '../../ui/actions/button.tsx';
import { Card } from '../../ui/display/card.tsx';
import { Combobox } from '../../ui/fields/combobox.tsx';
import { LazyPointMap } from '../../ui/map/lazy-point-map.tsx';
import { PlaceSearch } from './place-search.tsx';
import type { SiteDraft } from './site-draft.ts';
import type { SiteZone } from './use-site-zone.ts';

interface FieldsProps {
  readonly form: RecordForm<SiteDraft>;
  readonly zone: SiteZone;
}

export function SiteAboutFields({ form }: Pick<FieldsProps, 'form'>) {
  return (
    <Card title={t('sites.about')}>
      <div className={styles.fields}>
        <FieldInputs fields={siteFields} card="about" form={form} own={{}} />
      </div>
    </Card>
  );
}

/** Said of the zone: where it comes from, or what the position would have. */
function ZoneField({ form, zone }: FieldsProps) {
  const { timeZone } = form.draft;
  const { found, offered } = zone;
  const help = found === timeZone ? t('sites.timeZoneFound') : t('sites.timeZoneHelp');
  return (
    <Combobox
      label={t('sites.timeZone')}
      help={
        offered === null ? (
          <output>{help}</output>
        ) : (
          <>
            <output>{t('sites.timeZoneOffer', { timeZone: offered })}</output>{' '}
            <Button size="small" onClick={() => zone.choose(offered)}>
              {t('sites.timeZoneUse')}
            </Button>
          </>
        )
      }
      isRequired
      error={form.problemOf('timeZone')}
      value={timeZone}
      options={zoneChoices(timeZone).map((value) => ({ value, label: value }))}
      onValueChange={zone.choose}
    />
  );
}

export function SitePositionFields({ form, zone }: FieldsProps) {
  const { latitude, longitude } = form.draft;
  const [zoom] = useState(() => openingView().mapZoom);
  const isPlaced = form.problemOf('latitude') === null && form.problemOf('longitude') === null;
  const point = { lat: degreesOf(latitude), lng: degreesOf(longitude) };
  const isDrawn = isPlaced && Math.abs(point.lat) <= 90 && Math.abs(point.lng) <= 180;
  return (
    <Card title={t('sites.position')}>
      <p className={styles.description}>{t('sites.positionText')}</p>
      <div className={styles.fields}>
        <div className={styles.wide}>
          <PlaceSearch onPick={zone.takePlace} />
        </div>
        <FieldInputs
          fields={siteFields}
          card="position"
          form={form}
          own={{ timeZone: <ZoneField form={form} zone={zone} /> }}
        />
        <div className={styles.wide}>
          {isDrawn && (
            <LazyPointMap
              label={t('sites.mapLabel')}
              textAlternative={t('sites.mapAlternative', { latitude, longitude })}
              point={point}
              zoom={zoom}
              onPick={({ lat, lng }) => form.change({ latitude: String(lat), longitude: String(lng) })}
              onZoom={() => undefined}
              zoomInLabel={t('sites.zoomIn')}
              zoomOutLabel={t('sites.zoomOut')}
            />
          )}
        </div>
      </div>
    </Card>
  );
}
