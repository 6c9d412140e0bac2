// A form of which a picture is still on its way to the server.
import { t } from '../labels.ts';
import { useUnsavedChanges } from '../unsaved-changes.ts';
import styles from './photo.module.css';

interface Savable {
  readonly isDirty: boolean;
  readonly isSaving: boolean;
  readonly submit: () => void;
}

/** The form as it is to be drawn: in the meantime it is neither saved without the picture nor left unasked. */
export function useFormWhileUploading<Form extends Savable>(form: Form, isUploading: boolean): Form {
  // One that was changed asks by itself.
  useUnsavedChanges(isUploading && !form.isDirty);
  return isUploading ? { ...form, isSaving: true, submit: () => undefined } : form;
}

/** Why saving waits, to stand beside Save in the meantime. */
export function UploadNote() {
  return <output className={styles.why}>{t('photo.savingWaits')}</output>;
}
