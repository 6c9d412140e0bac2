// How long rounds are kept, what goes and what stays, and the archives of what went.
import type { Retention } from '@watchpost/contract/retention';
import { retainedFromMs, monthsToKeep } from '@watchpost/domain/retention';
import { useState } from 'react';
import { useSession } from '../../lib/current-session.ts';
import { currentLocale, t } from '../../lib/labels.ts';
import { Card } from '../../ui/display/card.tsx';
import { SegmentedField } from '../../ui/fields/segmented-field.tsx';
import { TextField } from '../../ui/fields/text-field.tsx';
import { ArchivesCard } from './archives-card.tsx';
import { useRetention } from './retention.api.ts';
import { SettingsForm, SettingsPage } from './settings-form.tsx';
import styles from './trust-settings-page.module.css';
import { type RetentionForm, useRetentionForm } from './use-retention-form.ts';

const dayText = (ms: number) =>
  new Date(ms).toLocaleDateString(currentLocale(), { dateStyle: 'long', timeZone: 'UTC' });

function Choice({ form }: { readonly form: RetentionForm }) {
  const { draft, months } = form;
  return (
    <div className={styles.fields}>
      <SegmentedField
        label={t('retention.choice')}
        options={[
          { value: 'all', label: t('retention.all') },
          { value: 'some', label: t('retention.some') },
        ]}
        value={draft.retains}
        onValueChange={form.choose}
      />
      {draft.retains === 'some' && (
        <TextField
          label={t('retention.months')}
          help={t('retention.monthsHelp', monthsToKeep)}
          error={months === undefined ? t('months_to_keep') : null}
          inputMode="numeric"
          isRequired
          value={draft.months}
          onChange={(event) => form.write(event.target.value)}
        />
      )}
    </div>
  );
}

interface WhenProps {
  readonly form: RetentionForm;
  readonly reply: Retention;
}

/** What the choice on screen comes to. */
function When({ form, reply: { oldestMs, startsAtMs } }: WhenProps) {
  const { months } = form;
  const [nowMs] = useState(() => Date.now());
  const chosen = months === null || months === undefined ? null : retainedFromMs(nowMs, months);
  const texts = [
    oldestMs === null ? t('retention.none') : t('retention.oldest', { date: dayText(oldestMs) }),
    ...(chosen === null ? [] : [t('retention.boundary', { date: dayText(chosen) })]),
    ...(chosen !== null && form.isDirty ? [t('retention.startsOnSave')] : []),
    ...(startsAtMs === null || startsAtMs <= nowMs || form.isDirty
      ? []
      : [t('retention.starts', { date: dayText(startsAtMs) })]),
  ];
  return (
    <p className={styles.text} aria-live="polite">
      {texts.join(' ')}
    </p>
  );
}

/** What becomes of older rounds. */
function Meaning() {
  return (
    <Card title={t('retention.meaning')}>
      <dl className={styles.meaning}>
        {(['goes', 'stays', 'archive'] as const).map((part) => (
          <div key={part}>
            <dt>{t(`retention.${part}Title`)}</dt>
            <dd>{t(`retention.${part}`)}</dd>
          </div>
        ))}
      </dl>
    </Card>
  );
}

function Form({ reply }: { readonly reply: Retention }) {
  const form = useRetentionForm(reply);
  const mayEdit = useSession((session) => session.hasAccessTo('APP_SETTINGS', 'edit'));
  return (
    <SettingsForm form={form} mayEdit={mayEdit}>
      <div className={styles.sections}>
        <Card title={t('retention.title')}>
          <p className={styles.text}>{t('retention.text')}</p>
          <Choice form={form} />
          <When form={form} reply={form.base} />
        </Card>
        <Meaning />
        <ArchivesCard archives={reply.archives} />
      </div>
    </SettingsForm>
  );
}

export function RetentionPage() {
  return <SettingsPage query={useRetention()}>{(reply) => <Form reply={reply} />}</SettingsPage>;
}
