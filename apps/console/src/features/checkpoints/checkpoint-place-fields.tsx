// Where a checkpoint hangs, and how near a guard has to be: on a map with the site's others, and as figures.
import { radiusMaxMetres, radiusMinMetres } from '@watchpost/domain/checkpoints';
import { IconCurrentLocation } from '@tabler/icons-react';
import { useMemo } from 'react';
import { t } from '../../lib/labels.ts';
import { placeOf } from '../../records/degrees.ts';
import { openingView, useFormZoom } from '../../records/opening-view.ts';
import fields from '../../records/record-form.module.css';
import { neighboursOf, useAround } from '../../records/site-surroundings.ts';
import type { RecordForm } from '../../records/use-record-form.ts';
import { Button } from '../../ui/actions/button.tsx';
import { Card } from '../../ui/display/card.tsx';
import { TextField } from '../../ui/fields/text-field.tsx';
import { LazyPinMap } from '../../ui/map/lazy-pin-map.tsx';
import { type CheckpointDraft, radiusOf } from './checkpoint-draft.ts';
import styles from './checkpoints.module.css';
import { nearestStep, radiusSteps } from './radius-steps.ts';
import { useOwnPosition } from './use-own-position.ts';

interface PlaceProps {
  readonly form: RecordForm<CheckpointDraft>;
  /** Of the edited checkpoint, which is not its own neighbour; empty for a new one. */
  readonly id: string;
}

export function CheckpointPlaceFields({ form, id }: PlaceProps) {
  const own = useOwnPosition((latitude, longitude) => form.change({ latitude, longitude }));
  return (
    <Card
      title={t('checkpoints.position')}
      actions={
        <Button
          size="small"
          icon={<IconCurrentLocation size={16} aria-hidden />}
          isBusy={own.isBusy}
          onClick={own.find}
        >
          {t('checkpoints.ownPosition')}
        </Button>
      }
    >
      <p className={fields.description}>{t('checkpoints.positionText')}</p>
      <div className={fields.fields}>
        <div className={fields.wide}>
          <PlaceMap form={form} id={id} />
        </div>
        <div className={styles.degrees}>
          <TextField
            label={t('checkpoints.latitude')}
            isRequired
            inputMode="decimal"
            autoComplete="off"
            {...form.text('latitude')}
          />
          <TextField
            label={t('checkpoints.longitude')}
            isRequired
            inputMode="decimal"
            autoComplete="off"
            {...form.text('longitude')}
          />
        </div>
        <RadiusField form={form} />
      </div>
    </Card>
  );
}

function PlaceMap({ form: { draft, change }, id }: PlaceProps) {
  const { data } = useAround(draft.siteId);
  const neighbours = useMemo(() => (data === undefined ? [] : neighboursOf(data, id)), [data, id]);
  const zoom = useFormZoom(draft.siteId);
  const { latitude: lat, longitude: lng } = data?.site ?? openingView().mapCentre;
  const pin = placeOf(draft);
  const { latitude, longitude } = draft;
  return (
    <LazyPinMap
      label={t('checkpoints.map')}
      textAlternative={
        pin === null ? t('checkpoints.mapEmpty') : t('checkpoints.mapWords', { latitude, longitude })
      }
      pin={pin}
      pinLabel={t('checkpoints.pin')}
      radiusMetres={radiusOf(draft)}
      neighbours={neighbours}
      center={{ lat, lng, zoom }}
      onMove={(point) => change({ latitude: String(point.lat), longitude: String(point.lng) })}
      zoomInLabel={t('checkpoints.zoomIn')}
      zoomOutLabel={t('checkpoints.zoomOut')}
      closerLabel={t('checkpoints.closer')}
      height="340px"
    />
  );
}

function RadiusField({ form }: Pick<PlaceProps, 'form'>) {
  const radius = radiusOf(form.draft);
  return (
    <div className={styles.radius}>
      <TextField
        label={t('checkpoints.radius')}
        isRequired
        type="number"
        inputMode="decimal"
        min={radiusMinMetres}
        max={radiusMaxMetres}
        step="any"
        unit={t('checkpoints.metreSign')}
        {...form.text('radiusMetres')}
      />
      <input
        className={styles.slider}
        type="range"
        aria-label={t('checkpoints.radiusSlider')}
        aria-valuetext={t('checkpoints.metres', { metres: radius })}
        max={radiusSteps.length - 1}
        value={nearestStep(radius)}
        onChange={({ target }) =>
          form.change({ radiusMetres: String(radiusSteps[Number(target.value)] ?? radius) })
        }
      />
      <p className={styles.quiet}>{t('checkpoints.radiusHelp')}</p>
    </div>
  );
}
