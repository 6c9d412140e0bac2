// Asks in a dialog for the words that a change needs, such as the reason of an excuse.
import { useState } from 'react';
import { t } from '../lib/labels.ts';
import { Button } from '../ui/actions/button.tsx';
import { TextArea } from '../ui/fields/text-area.tsx';
import { Modal } from '../ui/overlays/modal.tsx';
import styles from './text-dialog.module.css';
import { useDialogDraft } from './use-dialog-draft.ts';

interface TextDialogProps {
  /** See useDialogDraft. */
  readonly name: string;
  readonly title: string;
  /** Of the button that goes ahead, where the title does not serve. */
  readonly action?: string;
  /** What the change is about. */
  readonly subject: string;
  readonly label: string;
  readonly help?: string;
  /** What is said when nothing was written; undefined where nothing need be. */
  readonly missing?: string;
  readonly maxLength: number;
  readonly initial?: string;
  readonly isBusy: boolean;
  /** Resolves to whether it was taken; what was not stays in the dialog. */
  readonly onSubmit: (text: string) => Promise<boolean>;
  readonly onClose: () => void;
}

export function TextDialog(props: TextDialogProps) {
  const { name, title, action = title, subject, missing, initial = '', isBusy, onSubmit } = props;
  const { draft, change, close, drop } = useDialogDraft(name, { text: initial }, props.onClose);
  const [error, setError] = useState<string | null>(null);
  const submit = async () => {
    const written = draft.text.trim();
    if (written === '' && missing !== undefined) setError(missing);
    else if (await onSubmit(written)) drop();
  };
  return (
    <Modal
      isOpen
      title={title}
      onClose={close}
      onSubmit={() => void submit()}
      footer={
        <>
          <Button onClick={close}>{t('records.cancel')}</Button>
          <Button variant="primary" type="submit" isBusy={isBusy}>
            {action}
          </Button>
        </>
      }
    >
      <p className={styles.subject}>{subject}</p>
      <TextArea
        label={props.label}
        help={props.help}
        isRequired={missing !== undefined}
        maxLength={props.maxLength}
        value={draft.text}
        error={error}
        onChange={({ target }) => {
          change({ text: target.value });
          setError(null);
        }}
      />
    </Modal>
  );
}
