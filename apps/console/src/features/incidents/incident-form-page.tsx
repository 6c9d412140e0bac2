// Opens an incident, or edits one that the address names (MNG-08).
import type { IncidentDetails } from '@watchpost/contract/incidents';
import { useEffect, useEffectEvent, useState } from 'react';
import * as z from 'zod/mini';
import { session } from '../../lib/current-session.ts';
import { t } from '../../lib/labels.ts';
import { useFormWhileUploading, UploadNote } from '../../lib/photo/form-while-uploading.tsx';
import { useUrlSearch } from '../../lib/url-search.ts';
import { RecordFormFrame } from '../../records/record-form.tsx';
import { RecordPage } from '../../records/record-page.tsx';
import { type Stored, useRecordForm } from '../../records/use-record-form.ts';
import { draftOf, type IncidentDraft, inputOf, newDraft } from './incident-draft.ts';
import { IncidentAboutFields, IncidentPhotoFields, IncidentPositionFields } from './incident-fields.tsx';
import { detailsHref, listHref } from './incident-texts.tsx';
import { incidentArea, incidentSchemaOf, loadIncident, saveIncident, useIncident } from './incidents.api.ts';
import { type PhotoUploads, usePhotoUploads } from './use-photo-uploads.ts';

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

/** For a form, which has no use for the rest once it is left. */
function useFormUploads(): PhotoUploads {
  const uploads = usePhotoUploads();
  // Anyone who is signed out has not left: of what cannot arrive any more they are told.
  const handleLeft = useEffectEvent(() => session.isSignedIn() && uploads.stop());
  useEffect(() => () => void handleLeft(), []);
  return uploads;
}

function IncidentForm({ id, stored }: { readonly id: string; readonly stored: Stored<IncidentDraft> }) {
  const uploads = useFormUploads();
  const isUploading = uploads.progress !== null;
  const written = useRecordForm({
    area: incidentArea,
    stored,
    schema: z.extend(incidentSchemaOf(stored.draft.type), { photoIds: z.array(z.string()) }),
    inputOf,
    save: ({ photoIds, ...fields }, version) => saveIncident(id, fields, version, photoIds),
    reload: async () => storedOf(await loadIncident(id)),
    onSaved: (saved) => {
      window.location.hash = detailsHref(saved, '');
    },
  });
  const form = useFormWhileUploading(written, isUploading);
  return (
    <RecordFormFrame
      form={form}
      label={t('incidents.about')}
      backHref={id === '' ? listHref : detailsHref(id, '')}
      fieldLabels={{
        siteId: t('records.site'),
        type: t('incidents.type'),
        severity: t('incidents.severity'),
        description: t('incidents.description'),
        latitude: t('incidents.latitude'),
        longitude: t('incidents.longitude'),
        guardId: t('incidents.reporter'),
        photoIds: t('incidents.photos'),
      }}
      furtherSave={isUploading && <UploadNote />}
    >
      <IncidentAboutFields form={form} ownType={stored.draft.type} />
      <IncidentPositionFields form={form} />
      {form.isNew && <IncidentPhotoFields form={form} uploads={uploads} />}
    </RecordFormFrame>
  );
}
