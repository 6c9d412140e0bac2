import { IconNfc } from '@tabler/icons-react';
import { t } from '../../lib/labels.ts';
import fields from '../../records/record-form.module.css';
import type { RecordForm } from '../../records/use-record-form.ts';
import { Button } from '../../ui/actions/button.tsx';
import { TextField } from '../../ui/fields/text-field.tsx';
import type { CheckpointDraft } from './checkpoint-draft.ts';
import styles from './checkpoints.module.css';
import { useNfcReader } from './use-nfc-reader.ts';

/** A tag's id, written by hand or read from the tag where the browser can. */
export function NfcTagField({ form }: { readonly form: RecordForm<CheckpointDraft> }) {
  const reader = useNfcReader((nfcTagId) => {
    form.change({ nfcTagId });
    form.touch('nfcTagId');
  });
  return (
    <div className={fields.wide}>
      <div className={styles.tag}>
        <TextField
          className={styles.tagId}
          label={t('checkpoints.nfcTag')}
          help={reader.isReading ? t('checkpoints.nfcHold') : t('checkpoints.nfcHelp')}
          autoComplete="off"
          spellCheck={false}
          {...form.text('nfcTagId')}
        />
        {reader.isPossible && (
          <Button
            className={styles.tagButton}
            icon={<IconNfc size={18} aria-hidden />}
            onClick={reader.isReading ? reader.stop : reader.start}
          >
            {t(reader.isReading ? 'checkpoints.nfcStop' : 'checkpoints.nfcRead')}
          </Button>
        )}
      </div>
    </div>
  );
}
