import { type FormEvent, useState } from 'react';
import { Button } from '../ui/actions/button.tsx';
import { Card } from '../ui/display/card.tsx';
import { TextArea } from '../ui/fields/text-area.tsx';
import styles from './comment-form.module.css';

interface CommentFormProps {
  readonly label: string;
  readonly action: string;
  /** What is said when nothing was written. */
  readonly missing: string;
  readonly maxLength: number;
  readonly isBusy: boolean;
  /** Resolves to whether it was taken; what was not stays in the field. */
  readonly onSend: (text: string) => Promise<boolean>;
}

/** A card below the history of a record, to add to it. */
export function CommentForm({ label, action, missing, maxLength, isBusy, onSend }: CommentFormProps) {
  const [text, setText] = useState('');
  const [error, setError] = useState<string | null>(null);
  const send = async () => {
    if (text.trim() === '') setError(missing);
    else if (await onSend(text.trim())) setText('');
  };
  const handleSubmit = (event: FormEvent) => {
    event.preventDefault();
    void send();
  };
  return (
    <div data-print="hide">
      <Card>
        <form className={styles.form} aria-label={label} onSubmit={handleSubmit} noValidate>
          <TextArea
            label={label}
            rows={3}
            maxLength={maxLength}
            value={text}
            error={error}
            onChange={({ target }) => {
              setText(target.value);
              setError(null);
            }}
          />
          <Button type="submit" isBusy={isBusy}>
            {action}
          </Button>
        </form>
      </Card>
    </div>
  );
}
