import { t } from '../../lib/labels.ts';
import { Button } from '../../ui/actions/button.tsx';
import { FormBar } from '../../ui/actions/form-bar.tsx';
import styles from './settings-form.module.css';

interface SaveBarProps {
  readonly isDirty: boolean;
  readonly isSaving: boolean;
  readonly onSave: () => void;
  readonly onDiscard: () => void;
}

/** Stays at the bottom of a long form. */
export function SaveBar({ isDirty, isSaving, onSave, onDiscard }: SaveBarProps) {
  return (
    <FormBar className={styles.bar} state={isDirty ? t('settings.unsaved') : ''}>
      <Button disabled={!isDirty || isSaving} onClick={onDiscard}>
        {t('settings.discard')}
      </Button>
      <Button variant="primary" disabled={!isDirty} isBusy={isSaving} onClick={onSave}>
        {t('settings.save')}
      </Button>
    </FormBar>
  );
}
