// Makes a guard, or edits one that the address names (MNG-03).
import { guardFields, type GuardRow } from '@watchpost/contract/guards';
import { fromConfig } from '@watchpost/domain/tenant-settings';
import { useRef, useState } from 'react';
import { session } from '../../lib/current-session.ts';
import { t } from '../../lib/labels.ts';
import { useFormWhileUploading, UploadNote } from '../../lib/photo/form-while-uploading.tsx';
import { useUrlSearch } from '../../lib/url-search.ts';
import { draftOf, fieldLabels, inputOf, newDraft } from '../../records/record-draft.ts';
import { RecordFormFrame } from '../../records/record-form.tsx';
import { RecordPage } from '../../records/record-page.tsx';
import { type Stored, useRecordForm } from '../../records/use-record-form.ts';
import {
  GuardAboutFields,
  GuardContactFields,
  type GuardDraft,
  GuardSiteFields,
  siteName,
} from './guard-fields.tsx';
import { useSecrets } from './guard-secrets.tsx';
import { guardName } from './guard-words.ts';
import { SharedGuard } from './shared-guard.tsx';
import { guardArea, guardSchema, loadGuard, saveGuard, useGuard } from './guards.api.ts';
import { useGuardPhoto } from './use-guard-photo.ts';

const listHref = '#/manage-security-guards';

export function AddGuardPage() {
  const [stored] = useState(() => ({ draft: newGuard(), version: null }));
  return <GuardForm id="" guard={null} stored={stored} />;
}

const newGuard = (): GuardDraft =>
  newDraft(guardFields, {
    countryCode: fromConfig(session.tenantConfig).defaultCountryCode,
    siteIds: [],
    photo: '',
  });

export function EditGuardPage() {
  const [{ id = '' }] = useUrlSearch();
  const query = useGuard(id);
  return (
    <RecordPage query={query} backHref={listHref}>
      {(guard) => <GuardForm key={id} id={id} guard={guard} stored={storedOf(guard)} />}
    </RecordPage>
  );
}

const storedOf = (guard: GuardRow): Stored<GuardDraft> => ({
  draft: draftOf(guardFields, { ...guard, siteIds: guard.sites.map((site) => site.id) }),
  version: guard.version,
});

interface GuardFormProps {
  readonly id: string;
  /** As it was read; null for a new one. */
  readonly guard: GuardRow | null;
  readonly stored: Stored<GuardDraft>;
}

function GuardForm({ id, guard, stored }: GuardFormProps) {
  const { afterMove } = useSecrets();
  const moved = useRef(false);
  const isShared = guard?.isShared === true;
  const written = useRecordForm({
    area: guardArea,
    stored,
    schema: guardSchema,
    inputOf: (draft) => inputOf(guardFields, draft),
    save: async (fields, version) => {
      const saved = await saveGuard(id, fields, version);
      moved.current = saved.isSecretRetired && guard?.isSecretRetired === false;
      return saved;
    },
    reload: async () => storedOf(await loadGuard(id)),
    nameOf: ({ firstName, lastName }) => `${firstName} ${lastName}`,
    viewHref: (added) => `${listHref}/guard-details?id=${added}`,
    onSaved: () => {
      window.location.hash = listHref;
      if (moved.current && guard !== null) void afterMove({ id, name: guardName(guard) });
    },
  });
  const photo = useGuardPhoto(written.change);
  const form = useFormWhileUploading(written, photo.isBusy);
  return (
    <RecordFormFrame
      form={form}
      label={t('guards.about')}
      backHref={listHref}
      wordsOf={wordsOf}
      fieldLabels={fieldLabels(guardFields)}
      furtherSave={photo.isBusy && <UploadNote />}
    >
      {isShared && <SharedGuard guard={guard} />}
      <GuardAboutFields form={form} photo={photo} isShared={isShared} />
      <GuardContactFields form={form} isShared={isShared} />
      <GuardSiteFields form={form} />
    </RecordFormFrame>
  );
}

function wordsOf(field: string, value: unknown): string {
  if (Array.isArray(value)) {
    const names = value.map((id) => siteName(session.sites() ?? [], String(id)));
    return names.join(', ') || t('records.empty');
  }
  if (value === '') return t('records.empty');
  return field === 'photo' ? t('guards.photo') : String(value);
}
