// To whom a report is mailed: any addresses, also of people without an account.
import { reportFields, type ReportRow } from '@watchpost/contract/scheduled-reports';
import { IconPlus, IconX } from '@tabler/icons-react';
import { type KeyboardEvent, useState } from 'react';
import { t, translate } from '../../lib/labels.ts';
import { Button } from '../../ui/actions/button.tsx';
import { IconButton } from '../../ui/actions/icon-button.tsx';
import { Card } from '../../ui/display/card.tsx';
import { Stack } from '../../ui/display/stack.tsx';
import { TextField } from '../../ui/fields/text-field.tsx';
import type { ReportFieldsProps } from './report-about-fields.tsx';
import { addressesIn } from './report-draft.ts';
import { momentWords } from './report-words.ts';
import styles from './scheduled-reports.module.css';

interface RecipientsProps extends ReportFieldsProps {
  /** With when somebody unsubscribed. */
  readonly stored: ReportRow['recipients'];
  readonly zone: string | undefined;
}

export function RecipientsField({ form, stored, zone = 'UTC' }: RecipientsProps) {
  const { recipients } = form.draft;
  const put = (next: readonly string[]) => {
    form.change({ recipients: next });
    form.touch('recipients');
  };
  const add = (found: readonly string[]) => {
    put([...recipients, ...found]);
    form.change({ typed: '' });
  };
  const endedAt = (email: string) => stored.find((one) => one.email === email)?.unsubscribedAt ?? null;
  return (
    <Card title={t('scheduled.recipients')}>
      <Stack>
        <NewAddress form={form} onAdd={add} />
        <ul className={styles.list}>
          {recipients.map((email) => (
            <li key={email}>
              <Address email={email} endedAtMs={endedAt(email)} zone={zone} />
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

interface AddressProps {
  readonly email: string;
  readonly endedAtMs: number | null;
  readonly zone: string;
}

export function Address({ email, endedAtMs, zone }: AddressProps) {
  if (endedAtMs === null) return <span>{email}</span>;
  return (
    <span>
      <s>{email}</s>{' '}
      <span className={styles.small}>
        {t('scheduled.unsubscribedOn', { at: momentWords(endedAtMs, zone) })}
      </span>
    </span>
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
