// Opens an incident, or edits one that the address names (MNG-08).
import type { IncidentDetails } from '@watchpost/contract/incidents';
import { useState } from 'react';
import { session } from '../../lib/current-session.ts';
import { t } from '../../lib/labels.ts';
import { useUrlSearch } from '../../lib/url-search.ts';
import { RecordFormFrame } from '../../records/record-form.tsx';
import { RecordPage } from '../../records/record-page.tsx';
import { type Stored, useRecordForm } from '../../records/use-record-form.ts';
import { draftOf, type IncidentDraft, inputOf, newDraft } from './incident-draft.ts';
import { IncidentAboutFields, IncidentPhotoFields, IncidentPositionFields } from './incident-fields.tsx';
import { detailsHref, listHref } from './incident-words.tsx';
import { incidentArea, incidentSchema, loadIncident, saveIncident, useIncident } from './incidents.api.ts';

export function AddIncidentPage() {
  const [{ site = '' }] = useUrlSearch();
  const [stored] = useState(() => ({
    draft: newDraft(session.user()?.siteId ?? site),
    version: null,
  }));
  return <IncidentForm id="" stored={stored} />;
}

export function EditIncidentPage() {
  const [{ id = '' }] = useUrlSearch();
  const query = useIncident(id);
  return (
    <RecordPage query={query} backHref={listHref}>
      {(details) => <IncidentForm key={id} id={id} stored={storedOf(details)} />}
    </RecordPage>
  );
}

const storedOf = ({ incident }: IncidentDetails): Stored<IncidentDraft> => ({
  draft: draftOf(incident),
  version: incident.version,
});

function IncidentForm({ id, stored }: { readonly id: string; readonly stored: Stored<IncidentDraft> }) {
  const [photoIds, setPhotoIds] = useState<readonly string[]>([]);
  const form = useRecordForm({
    area: incidentArea,
    stored,
    schema: incidentSchema,
    inputOf,
    save: (fields, version) => saveIncident(id, fields, version, photoIds),
    reload: async () => storedOf(await loadIncident(id)),
    onSaved: (saved) => {
      window.location.hash = detailsHref(saved);
    },
  });
  return (
    <RecordFormFrame
      form={form}
      label={t('incidents.about')}
      backHref={id === '' ? listHref : detailsHref(id)}
      fieldLabels={{
        siteId: t('records.site'),
        type: t('incidents.type'),
        severity: t('incidents.severity'),
        description: t('incidents.description'),
        latitude: t('incidents.latitude'),
        longitude: t('incidents.longitude'),
        guardId: t('incidents.reporter'),
      }}
    >
      <IncidentAboutFields form={form} />
      <IncidentPositionFields form={form} />
      {form.isNew && <IncidentPhotoFields photoIds={photoIds} onChange={setPhotoIds} />}
    </RecordFormFrame>
  );
}
