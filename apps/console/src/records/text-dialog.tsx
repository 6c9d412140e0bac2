// Asks in a dialog for the words that a change needs, such as the reason of an excuse.
import { useState } from 'react';
import { t } from '../lib/labels.ts';
import { Button } from '../ui/actions/button.tsx';
import { TextArea } from '../ui/fields/text-area.tsx';
import { Modal } from '../ui/overlays/modal.tsx';
import styles from './text-dialog.module.css';

interface TextDialogProps {
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
  /** The dialog stays, with what was written, until it is closed. */
  readonly onSubmit: (text: string) => void;
  readonly onClose: () => void;
}

export function TextDialog(props: TextDialogProps) {
  const { title, action = title, subject, missing, isBusy, onSubmit, onClose } = props;
  const [text, setText] = useState(props.initial ?? '');
  const [error, setError] = useState<string | null>(null);
  const submit = () => {
    const written = text.trim();
    if (written === '' && missing !== undefined) setError(missing);
    else onSubmit(written);
  };
  return (
    <Modal
      isOpen
      title={title}
      onClose={onClose}
      onSubmit={submit}
      footer={
        <>
          <Button onClick={onClose}>{t('records.cancel')}</Button>
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
        value={text}
        error={error}
        onChange={({ target }) => {
          setText(target.value);
          setError(null);
        }}
      />
    </Modal>
  );
}
