// The fields of an incident's form.
import {
  incidentDescriptionMaxLength,
  incidentPhotosMax,
  incidentSeverities,
  incidentTypes,
  isIncidentType,
} from '@watchpost/domain/incidents';
import { useMemo } from 'react';
import { useSession } from '../../lib/current-session.ts';
import { placeOf } from '../../records/degrees.ts';
import { t } from '../../lib/labels.ts';
import { siteOptions } from '../../lib/site-options.ts';
import { openingView, useFormZoom } from '../../records/opening-view.ts';
import styles from '../../records/record-form.module.css';
import { noSiteHelp } from '../../records/site-field.tsx';
import { neighboursOf, useAround } from '../../records/site-surroundings.ts';
import type { RecordForm } from '../../records/use-record-form.ts';
import { Button } from '../../ui/actions/button.tsx';
import { Card } from '../../ui/display/card.tsx';
import { Combobox } from '../../ui/fields/combobox.tsx';
import { SelectField } from '../../ui/fields/select-field.tsx';
import { TextArea } from '../../ui/fields/text-area.tsx';
import { TextField } from '../../ui/fields/text-field.tsx';
import { LazyPinMap } from '../../ui/map/lazy-pin-map.tsx';
import type { IncidentDraft } from './incident-draft.ts';
import { severityText, typeWords } from './incident-texts.tsx';
import { usePeople } from './incidents.api.ts';
import { PhotoPicker } from './photo-picker.tsx';
import type { PhotoUploads } from './use-photo-uploads.ts';

interface FieldsProps {
  readonly form: RecordForm<IncidentDraft>;
}

interface AboutProps extends FieldsProps {
  /** The type that is stored, empty for a new incident: an import may have brought one that is not ours. */
  readonly ownType: string;
}

export function IncidentAboutFields({ form, ownType }: AboutProps) {
  const { draft, change, problemOf } = form;
  const sites = useSession((current) => current.sites());
  const own = isIncidentType(ownType) || ownType === '' ? [] : [ownType];
  const types = [...own, ...incidentTypes].map((value) => ({ value, label: typeWords(value) }));
  return (
    <Card title={t('incidents.about')}>
      <div className={styles.fields}>
        {sites !== undefined && (
          <Combobox
            label={t('records.site')}
            isRequired
            help={noSiteHelp(sites)}
            error={problemOf('siteId')}
            value={draft.siteId}
            options={siteOptions(sites)}
            onValueChange={(siteId) => change({ siteId, guardId: '' })}
          />
        )}
        <SelectField
          label={t('incidents.type')}
          isRequired
          error={problemOf('type')}
          value={draft.type}
          options={[{ value: '', label: t('incidents.chooseType') }, ...types]}
          onValueChange={(type) => change({ type })}
        />
        <SelectField
          label={t('incidents.severity')}
          isRequired
          value={draft.severity}
          options={incidentSeverities.map((value) => ({ value, label: severityText(value) }))}
          onValueChange={(severity) => change({ severity })}
        />
        <ReporterField form={form} />
        <TextArea
          className={styles.wide}
          label={t('incidents.description')}
          isRequired
          maxLength={incidentDescriptionMaxLength}
          {...form.text('description')}
        />
      </div>
    </Card>
  );
}

function ReporterField({ form: { draft, change, problemOf } }: FieldsProps) {
  const { data } = usePeople(draft.siteId);
  const guards = draft.siteId === '' ? [] : (data?.guards ?? []);
  return (
    <SelectField
      label={t('incidents.reporter')}
      help={t('incidents.reporterHelp')}
      error={problemOf('guardId')}
      value={draft.guardId}
      options={[
        { value: '', label: t('incidents.noGuard') },
        ...guards.map(({ id, name, employeeId }) => ({ value: id, label: `${name} (${employeeId})` })),
      ]}
      onValueChange={(guardId) => change({ guardId })}
    />
  );
}

export function IncidentPositionFields({ form }: FieldsProps) {
  const { latitude, longitude } = form.draft;
  return (
    <Card title={t('incidents.position')}>
      <p className={styles.description}>{t('incidents.positionText')}</p>
      <div className={styles.fields}>
        <TextField label={t('incidents.latitude')} inputMode="decimal" {...form.text('latitude')} />
        <TextField label={t('incidents.longitude')} inputMode="decimal" {...form.text('longitude')} />
        <div className={styles.wide}>
          <IncidentMap form={form} />
        </div>
        {latitude + longitude !== '' && (
          <Button onClick={() => form.change({ latitude: '', longitude: '' })}>
            {t('incidents.clearPosition')}
          </Button>
        )}
      </div>
    </Card>
  );
}

/** Looks at the chosen site, with its checkpoints to go by for anyone who may see them; no pin without a position. */
function IncidentMap({ form: { draft, change } }: FieldsProps) {
  const { latitude, longitude, siteId } = draft;
  const maySeeCheckpoints = useSession((current) => current.hasAccessTo('CHECKPOINTS', 'view'));
  const { data } = useAround(siteId, maySeeCheckpoints);
  const neighbours = useMemo(() => (data === undefined ? [] : neighboursOf(data)), [data]);
  const zoom = useFormZoom(siteId);
  const pin = placeOf(draft);
  const { latitude: lat, longitude: lng } = data?.site ?? openingView().mapCentre;
  return (
    <LazyPinMap
      label={t('incidents.mapLabel')}
      textAlternative={
        pin === null ? t('incidents.noPosition') : t('incidents.mapAlternative', { latitude, longitude })
      }
      pin={pin}
      pinLabel={t('incidents.pin')}
      radiusMetres={0}
      neighbours={neighbours}
      center={{ lat, lng, zoom }}
      onMove={(point) => change({ latitude: String(point.lat), longitude: String(point.lng) })}
      zoomInLabel={t('incidents.zoomIn')}
      zoomOutLabel={t('incidents.zoomOut')}
      closerLabel={t('incidents.closer')}
      height="320px"
    />
  );
}

interface PhotoFieldsProps extends FieldsProps {
  readonly uploads: PhotoUploads;
}

/** Uploaded as soon as they are chosen. */
export function IncidentPhotoFields({ form, uploads }: PhotoFieldsProps) {
  const { photoIds } = form.draft;
  const add = (files: readonly File[]) =>
    void uploads.upload(files, incidentPhotosMax - photoIds.length, (ids) =>
      form.change({ photoIds: [...photoIds, ...ids] }),
    );
  return (
    <Card title={t('incidents.photos')}>
      <p className={styles.description} aria-live="polite">
        {t('incidents.photoCount', { count: photoIds.length })}
      </p>
      <PhotoPicker uploads={uploads} isBusy={form.isSaving} onPick={add} />
    </Card>
  );
}
