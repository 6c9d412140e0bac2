// To whom a report is mailed: any addresses, also of people without an account, who agree first.
import { reportFields, type ReportRow } from '@watchpost/contract/scheduled-reports';
import { IconPlus, IconX } from '@tabler/icons-react';
import { type KeyboardEvent, useState } from 'react';
import { useSession } from '../../lib/current-session.ts';
import { t, translate } from '../../lib/labels.ts';
import { Button } from '../../ui/actions/button.tsx';
import { IconButton } from '../../ui/actions/icon-button.tsx';
import { Card } from '../../ui/display/card.tsx';
import { Stack } from '../../ui/display/stack.tsx';
import { TextField } from '../../ui/fields/text-field.tsx';
import type { ReportFieldsProps } from './report-about-fields.tsx';
import { addressesIn } from './report-draft.ts';
import { momentText } from './report-texts.ts';
import { inviteRecipient } from './scheduled-reports.api.ts';
import styles from './scheduled-reports.module.css';
import { useReportDoing } from './use-report-doing.ts';

interface RecipientsProps extends ReportFieldsProps {
  /** Empty for a report that is not saved yet. */
  readonly reportId: string;
  /** With when somebody unsubscribed, and whether they agreed. */
  readonly stored: ReportRow['recipients'];
  readonly zone: string | undefined;
}

export function RecipientsField({ form, reportId, stored, zone = 'UTC' }: RecipientsProps) {
  const { recipients } = form.draft;
  const put = (next: readonly string[]) => {
    form.change({ recipients: next });
    form.touch('recipients');
  };
  const add = (found: readonly string[]) => {
    put([...recipients, ...found]);
    form.change({ typed: '' });
  };
  const storedOf = (email: string) => stored.find((one) => one.email === email);
  return (
    <Card title={t('scheduled.recipients')}>
      <Stack>
        <NewAddress form={form} onAdd={add} />
        <ul className={styles.list}>
          {recipients.map((email) => (
            <li key={email}>
              <Recipient email={email} stored={storedOf(email)} reportId={reportId} zone={zone} />
              <IconButton
                size="small"
                icon={<IconX size={16} aria-hidden />}
                label={t('scheduled.removeAddress', { email })}
                onClick={() => put(recipients.filter((other) => other !== email))}
              />
            </li>
          ))}
        </ul>
      </Stack>
    </Card>
  );
}

interface NewAddressProps extends ReportFieldsProps {
  readonly onAdd: (found: readonly string[]) => void;
}

function NewAddress({ form, onAdd }: NewAddressProps) {
  const { recipients, typed } = form.draft;
  const [wrong, setWrong] = useState<string | null>(null);
  // While somebody writes nothing is wrong yet; not even on leaving, or the bar that is pressed would move away.
  const [writtenAt, setWrittenAt] = useState<number | null>(null);
  const isWriting = writtenAt === form.timesTold;
  const add = () => {
    const found = [...new Set(addressesIn(typed))];
    const why = problemOf(found, recipients);
    setWrong(why);
    if (why !== null) return;
    onAdd(found);
    setWrittenAt(null);
  };
  const handleKey = (event: KeyboardEvent) => {
    if (event.key !== 'Enter') return;
    event.preventDefault();
    add();
  };
  return (
    <div className={styles.adding}>
      <TextField
        label={t('scheduled.address')}
        help={t('scheduled.recipientsHelp')}
        error={wrong ?? (isWriting ? null : form.problemOf('recipients'))}
        inputMode="email"
        autoComplete="off"
        value={typed}
        onChange={({ target }) => {
          form.change({ typed: target.value });
          setWrong(null);
          setWrittenAt(form.timesTold);
        }}
        onKeyDown={handleKey}
      />
      <Button icon={<IconPlus size={16} aria-hidden />} onClick={add} disabled={typed.trim() === ''}>
        {t('scheduled.addAddress')}
      </Button>
    </div>
  );
}

interface RecipientProps {
  readonly email: string;
  /** Undefined for one who is not saved yet. */
  readonly stored: ReportRow['recipients'][number] | undefined;
  readonly reportId: string;
  readonly zone: string;
}

export function Recipient({ email, stored, reportId, zone }: RecipientProps) {
  if (stored === undefined) return <span>{email}</span>;
  if (stored.unsubscribedAt !== null) {
    return (
      <span>
        <s>{email}</s>{' '}
        <span className={styles.small}>
          {t('scheduled.unsubscribedOn', { at: momentText(stored.unsubscribedAt, zone) })}
        </span>
      </span>
    );
  }
  const { state } = stored;
  return (
    <span className={styles.recipient}>
      {state === 'stopped' ? <s>{email}</s> : <span>{email}</span>}
      <span className={styles.small}>{t(`scheduled.recipient.${state}`)}</span>
      {(state === 'invited' || state === 'notInvited') && (
        <AskButton email={email} state={state} reportId={reportId} />
      )}
    </span>
  );
}

interface AskProps {
  readonly email: string;
  readonly state: 'invited' | 'notInvited';
  readonly reportId: string;
}

function AskButton({ email, state, reportId }: AskProps) {
  const mayEdit = useSession((session) => session.hasAccess('edit'));
  const doing = useReportDoing();
  if (!mayEdit) return null;
  const label = t(state === 'invited' ? 'scheduled.inviteAgain' : 'scheduled.invite');
  const ask = () =>
    doing.run('ask', async () => {
      await inviteRecipient(reportId, email);
      return t('scheduled.invitedAgain', { email });
    });
  return (
    <Button size="small" isBusy={doing.what === 'ask'} aria-label={`${label}: ${email}`} onClick={ask}>
      {label}
    </Button>
  );
}

/** Null when all of them can be added. */
function problemOf(found: readonly string[], recipients: readonly string[]): string | null {
  const checked = reportFields.recipients.safeParse(found);
  if (!checked.success) {
    const isList = checked.error.issues[0]?.path.length === 0;
    return isList ? translate(checked.error.issues[0]?.message ?? '') : t('scheduled.recipientInvalid');
  }
  return found.some((one) => recipients.includes(one)) ? t('scheduled.recipientTwice') : null;
}
