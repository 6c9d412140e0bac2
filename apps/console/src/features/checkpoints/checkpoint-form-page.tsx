// Makes a checkpoint, or edits one that the address names (MNG-04).
import { checkpointFields, type CheckpointRow } from '@watchpost/contract/checkpoints';
import { checkpointMethods } from '@watchpost/domain/checkpoint-methods';
import { useState } from 'react';
import { session } from '../../lib/current-session.ts';
import { t } from '../../lib/labels.ts';
import { useUrlSearch } from '../../lib/url-search.ts';
import { draftOf, fieldLabels, inputOf } from '../../records/record-draft.ts';
import { RecordFormFrame } from '../../records/record-form.tsx';
import { RecordPage } from '../../records/record-page.tsx';
import { type Stored, useRecordForm } from '../../records/use-record-form.ts';
import { Button } from '../../ui/actions/button.tsx';
import { type CheckpointDraft, newCheckpoint } from './checkpoint-draft.ts';
import { CheckpointAboutFields } from './checkpoint-fields.tsx';
import { CheckpointPlaceFields } from './checkpoint-place-fields.tsx';
import {
  checkpointArea,
  checkpointSchema,
  loadCheckpoint,
  saveCheckpoint,
  useCheckpoint,
} from './checkpoints.api.ts';
import styles from './checkpoints.module.css';
import { methodsWords } from './methods-field.tsx';

const listHref = '#/manage-checkpoints';

/** One form after the other, as long as further checkpoints are added. */
export function AddCheckpointPage() {
  const [{ site }] = useUrlSearch();
  const [begun, setBegun] = useState(() => ({
    number: 1,
    draft: newCheckpoint(session.user()?.siteId ?? site ?? ''),
  }));
  return (
    <CheckpointForm
      key={begun.number}
      id=""
      siteName={session.user()?.siteName ?? ''}
      hasScreen={false}
      stored={{ draft: begun.draft, version: null }}
      isFurther={begun.number > 1}
      onFurther={({ siteId, radiusMetres }) =>
        setBegun({ number: begun.number + 1, draft: newCheckpoint(siteId, radiusMetres) })
      }
    />
  );
}

export function EditCheckpointPage() {
  const [{ id = '' }] = useUrlSearch();
  const query = useCheckpoint(id);
  return (
    <RecordPage query={query} backHref={listHref}>
      {(checkpoint) => (
        <CheckpointForm
          key={id}
          id={id}
          siteName={checkpoint.siteName}
          hasScreen={checkpoint.hasScreen}
          stored={storedOf(checkpoint)}
        />
      )}
    </RecordPage>
  );
}

const storedOf = (checkpoint: CheckpointRow): Stored<CheckpointDraft> => ({
  draft: draftOf(checkpointFields, checkpoint),
  version: checkpoint.version,
});

function openDetails(id: string): void {
  window.location.hash = `${listHref}/checkpoint-details?id=${id}`;
}

const wordsOf = (_field: string, value: unknown): string =>
  Array.isArray(value)
    ? methodsWords(checkpointMethods.filter((method) => value.includes(method)))
    : String(value) || t('records.empty');

interface CheckpointFormProps {
  readonly id: string;
  /** Of a checkpoint whose site is settled. */
  readonly siteName: string;
  /** Whether a screen that shows changing codes is in use there. */
  readonly hasScreen: boolean;
  readonly stored: Stored<CheckpointDraft>;
  readonly isFurther?: boolean;
  /** Begins the next form after this one is saved. */
  readonly onFurther?: (saved: CheckpointDraft) => void;
}

function CheckpointForm(props: CheckpointFormProps) {
  const { id, siteName, hasScreen, stored, isFurther = false, onFurther } = props;
  const [wantsFurther, setWantsFurther] = useState(false);
  const form = useRecordForm({
    area: checkpointArea,
    stored,
    schema: checkpointSchema,
    inputOf: (draft) => inputOf(checkpointFields, draft),
    save: (fields, version) => saveCheckpoint(id, fields, version),
    reload: async () => storedOf(await loadCheckpoint(id)),
    onSaved: (saved) => {
      if (wantsFurther) onFurther?.(form.draft);
      else openDetails(saved);
    },
  });
  const submit = (isFurtherWanted: boolean) => {
    setWantsFurther(isFurtherWanted);
    form.submit();
  };
  return (
    <RecordFormFrame
      form={{ ...form, submit: () => submit(false) }}
      label={t('checkpoints.about')}
      backHref={listHref}
      fieldLabels={fieldLabels(checkpointFields)}
      wordsOf={wordsOf}
      furtherSave={
        onFurther !== undefined && (
          <Button disabled={form.isSaving} onClick={() => submit(true)}>
            {t('checkpoints.saveAndAdd')}
          </Button>
        )
      }
    >
      <div className={styles.beside}>
        <CheckpointAboutFields form={form} siteName={siteName} hasScreen={hasScreen} isFocused={isFurther} />
        <CheckpointPlaceFields form={form} id={id} />
      </div>
    </RecordFormFrame>
  );
}
