// What a checkpoint is called, what a guard does there, and its tag.
import { checkpointInstructionsMaxLength, checkpointNameMaxLength } from '@watchpost/domain/checkpoints';
import { useEffect, useRef } from 'react';
import { t } from '../../lib/labels.ts';
import fields from '../../records/record-form.module.css';
import { SiteField } from '../../records/site-field.tsx';
import type { RecordForm } from '../../records/use-record-form.ts';
import { Card } from '../../ui/display/card.tsx';
import { TextArea } from '../../ui/fields/text-area.tsx';
import { TextField } from '../../ui/fields/text-field.tsx';
import type { CheckpointDraft } from './checkpoint-draft.ts';
import { MethodsField } from './methods-field.tsx';
import { NfcTagField } from './nfc-tag-field.tsx';

interface AboutProps {
  readonly form: RecordForm<CheckpointDraft>;
  /** Of a checkpoint whose site is settled. */
  readonly siteName: string;
  readonly hasScreen: boolean;
  /** Whether the name is to be written first, as in the form after another. */
  readonly isFocused: boolean;
}

export function CheckpointAboutFields({ form, siteName, hasScreen, isFocused }: AboutProps) {
  const name = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (isFocused) name.current?.focus();
  }, [isFocused]);
  return (
    <Card title={t('checkpoints.about')}>
      <div className={fields.fields}>
        <SiteField
          form={form}
          siteName={siteName}
          staysWords={t('checkpoints.siteStays')}
          onChoose={(siteId) => form.change(form.draft.siteId === '' ? { siteId } : { siteId, ...nowhere })}
        />
        <TextField
          ref={name}
          label={t('checkpoints.name')}
          isRequired
          maxLength={checkpointNameMaxLength}
          autoComplete="off"
          {...form.text('name')}
        />
        <TextArea
          className={fields.wide}
          label={t('checkpoints.instructions')}
          help={t('checkpoints.instructionsHelp')}
          maxLength={checkpointInstructionsMaxLength}
          {...form.text('instructions')}
        />
        <NfcTagField form={form} />
        <MethodsField
          chosen={form.draft.scanMethods}
          nfcTagId={form.draft.nfcTagId}
          hasScreen={hasScreen}
          error={form.problemOf('scanMethods')}
          onChange={(scanMethods) => {
            form.change({ scanMethods });
            form.touch('scanMethods');
          }}
        />
      </div>
    </Card>
  );
}

/** A place of the site before is none of the next one. */
const nowhere = { latitude: '', longitude: '' };
