// A comment on a record, written on its page: not lost by leaving that unasked, nor by the end of the session.
import { type FormEvent, useState } from 'react';
import { useUnsavedChanges } from '../lib/unsaved-changes.ts';
import { Button } from '../ui/actions/button.tsx';
import { Card } from '../ui/display/card.tsx';
import { TextArea } from '../ui/fields/text-area.tsx';
import { focusTooLong } from '../ui/fields/text-length.ts';
import styles from './comment-form.module.css';
import { useKeeping, useKept } from './kept-draft.ts';

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

const nothing = { text: '' };

function useComment() {
  const begun = useKept({ base: nothing, draft: nothing }, 'comment');
  const [draft, setDraft] = useState(begun.draft);
  const isUnsent = draft.text.trim() !== '';
  useUnsavedChanges(isUnsent);
  useKeeping({ base: nothing, draft }, isUnsent, { name: 'comment' });
  return [draft.text, (text: string) => setDraft({ text })] as const;
}

/** A card below the history of a record, to add to it. */
export function CommentForm({ label, action, missing, maxLength, isBusy, onSend }: CommentFormProps) {
  const [text, setText] = useComment();
  const [error, setError] = useState<string | null>(null);
  const send = async () => {
    if (text.trim() === '') setError(missing);
    else if (await onSend(text.trim())) setText('');
  };
  const handleSubmit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (!focusTooLong(event.currentTarget)) void send();
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
