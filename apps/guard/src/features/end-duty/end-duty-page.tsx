// The end of a duty, with a word for anyone who comes next (FIELD-01).
import { handoverTextMaxLength } from '@watchpost/domain/handover-notes';
import { t } from '../../lib/labels.ts';
import { replaceWith } from '../../lib/screens.ts';
import { useCommand } from '../../lib/use-command.ts';
import { endDuty } from '../../outbox/commands.ts';
import { draftsOf } from '../../outbox/drafts.ts';
import { recordNote } from '../../outbox/post-commands.ts';
import type { Owner } from '../../outbox/records.ts';
import type { Shift } from '../../outbox/shift.ts';
import { Button } from '../../ui/button.tsx';
import { Choice, TextArea } from '../../ui/fields.tsx';
import { Notice } from '../../ui/notice.tsx';
import { Screen } from '../../ui/screen.tsx';

interface EndDutyProps {
  readonly owner: Owner;
  readonly shift: Shift;
  readonly duty: NonNullable<Shift['duty']>;
}

interface NoteDraft {
  readonly text: string;
  readonly urgency: 'plain' | 'urgent';
}

const noNote: NoteDraft = { text: '', urgency: 'plain' };
/** By duty. */
const useNoteDraft = draftsOf('note', noNote);

function useEndDuty({ owner, shift, duty }: EndDutyProps) {
  const { name, draft, change, forget } = useNoteDraft(owner, duty.id);
  const { text, urgency } = draft;
  const command = useCommand();
  const isWritten = text.trim() !== '';
  const clockOut = async () => {
    const { siteId, siteName } = duty;
    if (isWritten) {
      await recordNote(owner, { siteId, text, isUrgent: urgency === 'urgent' }, siteName, name);
      // A second try, after the duty could not be ended, must not leave the note twice.
      forget();
    }
    await endDuty(owner, shift);
    forget();
  };
  const end = () => command.run(clockOut, () => replaceWith('home'));
  return { draft, change, isWritten, end, command };
}

export function EndDutyPage(props: EndDutyProps) {
  const { draft, change, isWritten, end, command } = useEndDuty(props);
  return (
    <Screen
      title={t('duty.end')}
      back={{ href: '#/home', label: t('back') }}
      actions={
        <>
          {command.fault !== null && <Notice tone="missed">{command.fault}</Notice>}
          <Button kind="primary" isBusy={command.isBusy} onPress={end}>
            {isWritten ? t('leave.submit') : t('duty.end')}
          </Button>
        </>
      }
    >
      <p>
        <strong>{props.duty.siteName}</strong>
      </p>
      <TextArea
        label={t('leave.note')}
        hint={t('leave.hint')}
        maxLength={handoverTextMaxLength}
        value={draft.text}
        onChange={({ target }) => change(() => ({ text: target.value }))}
      />
      {isWritten && (
        <Choice
          label={t('leave.urgency')}
          value={draft.urgency}
          options={[
            { value: 'plain', label: t('leave.plain') },
            { value: 'urgent', label: t('leave.urgent') },
          ]}
          onChoose={(urgency) => change(() => ({ urgency }))}
        />
      )}
    </Screen>
  );
}
