// People outside the company who are mailed the head of each day, once they agree.
import type { HeadWitness } from '@watchpost/contract/head-witnesses';
import { languageNames, languageOf, languages } from '@watchpost/domain/languages';
import { IconMailPlus, IconX } from '@tabler/icons-react';
import { type FormEvent, useState } from 'react';
import { ApiError } from '../../lib/api-error.ts';
import { useSession } from '../../lib/current-session.ts';
import { failureTexts } from '../../lib/form-message.tsx';
import { currentLocale, t } from '../../lib/labels.ts';
import { LoadFailure } from '../../lib/load-failure.tsx';
import { timeWords } from '../../records/record-time.ts';
import { Button } from '../../ui/actions/button.tsx';
import { IconButton } from '../../ui/actions/icon-button.tsx';
import { Card } from '../../ui/display/card.tsx';
import { Skeleton } from '../../ui/display/skeleton.tsx';
import { Stack } from '../../ui/display/stack.tsx';
import { toasts } from '../../ui/feedback/toasts.ts';
import { SelectField } from '../../ui/fields/select-field.tsx';
import { TextField } from '../../ui/fields/text-field.tsx';
import { confirm } from '../../ui/overlays/confirm-store.ts';
import styles from './witnesses-card.module.css';
import { useWitnesses, useWitnessChanges } from './witnesses.api.ts';

export function WitnessesCard() {
  const mayEdit = useSession((session) => session.hasAccessTo('EVIDENCE_LOG', 'edit'));
  const found = useWitnesses();
  if (found.data === undefined) {
    return (
      <Card title={t('witnesses.title')}>
        {found.error === null ? (
          <Skeleton height={120} />
        ) : (
          <LoadFailure
            title={t('witnesses.loadFailed')}
            error={found.error}
            onRetry={() => void found.refetch()}
          />
        )}
      </Card>
    );
  }
  const { witnesses, max } = found.data;
  return (
    <Card title={t('witnesses.title')}>
      <Stack>
        <p className={styles.quiet}>{t('witnesses.words', { max })}</p>
        {witnesses.length > 0 && (
          <ul className={styles.list} aria-label={t('witnesses.title')}>
            {witnesses.map((witness) => (
              <Witness key={witness.id} witness={witness} mayEdit={mayEdit} />
            ))}
          </ul>
        )}
        {mayEdit && witnesses.length < max && <NewWitness />}
      </Stack>
    </Card>
  );
}

interface WitnessProps {
  readonly witness: HeadWitness;
  readonly mayEdit: boolean;
}

function Witness({ witness: { id, email, state, mailedAtMs }, mayEdit }: WitnessProps) {
  const { invite, remove } = useWitnessChanges();
  const isAsked = state === 'invited' || state === 'notInvited';
  const askAgain = () => reported(invite.mutateAsync(id), t('witnesses.asked', { email }));
  const takeOff = async () => {
    const message = t('witnesses.removeQuestion', { email });
    const isSure = await confirm({ message, yesLabel: t('witnesses.remove'), noLabel: t('records.cancel') });
    if (isSure) await reported(remove.mutateAsync(id), t('witnesses.removed', { email }));
  };
  return (
    <li>
      <span className={styles.who}>
        {state === 'stopped' ? <s>{email}</s> : <strong>{email}</strong>}
        <span className={styles.quiet}>
          {t(`witnesses.state.${state}`)}
          {mailedAtMs !== null && `. ${t('witnesses.mailed', { time: timeWords(mailedAtMs) })}`}
        </span>
      </span>
      {mayEdit && isAsked && (
        <Button
          size="small"
          isBusy={invite.isPending}
          aria-label={t('witnesses.askAgainThis', { email })}
          onClick={() => void askAgain()}
        >
          {t('witnesses.askAgain')}
        </Button>
      )}
      {mayEdit && (
        <IconButton
          size="small"
          icon={<IconX size={16} aria-hidden />}
          label={t('witnesses.removeThis', { email })}
          onClick={() => void takeOff()}
        />
      )}
    </li>
  );
}

/** A toast of how it went. */
async function reported(doing: Promise<unknown>, text: string): Promise<void> {
  try {
    await doing;
    toasts.success({ text });
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    toasts.error({ summary: t('error.summary'), text: failureTexts(error).join(' ') });
  }
}

function NewWitness() {
  const [email, setEmail] = useState('');
  const [language, setLanguage] = useState(languageOf(currentLocale()) ?? 'en');
  const [problem, setProblem] = useState<string | null>(null);
  const { add } = useWitnessChanges();
  const handleSubmit = async (event: FormEvent) => {
    event.preventDefault();
    try {
      await add.mutateAsync({ email, language });
      toasts.success({ text: t('witnesses.asked', { email: email.trim() }) });
      setEmail('');
      setProblem(null);
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      setProblem(failureTexts(error).join(' '));
    }
  };
  return (
    <form className={styles.adding} noValidate onSubmit={(event) => void handleSubmit(event)}>
      <TextField
        label={t('witnesses.email')}
        error={problem}
        inputMode="email"
        autoComplete="off"
        value={email}
        onChange={({ target }) => {
          setEmail(target.value);
          setProblem(null);
        }}
      />
      <SelectField
        label={t('witnesses.language')}
        options={languages.map((value) => ({ value, label: languageNames[value] }))}
        value={language}
        onValueChange={(value) => setLanguage(languageOf(value) ?? 'en')}
      />
      <Button type="submit" icon={<IconMailPlus size={18} aria-hidden />} isBusy={add.isPending}>
        {t('witnesses.ask')}
      </Button>
    </form>
  );
}
