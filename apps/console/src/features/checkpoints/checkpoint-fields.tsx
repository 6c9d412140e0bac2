// What a checkpoint is called, what a guard does there, and its tag.
import { checkpointFields } from '@watchpost/contract/checkpoints';
import { useEffect, useRef } from 'react';
import { t } from '../../lib/labels.ts';
import { FieldInputs } from '../../records/field-inputs.tsx';
import fields from '../../records/record-form.module.css';
import { SiteField } from '../../records/site-field.tsx';
import type { RecordForm } from '../../records/use-record-form.ts';
import { Card } from '../../ui/display/card.tsx';
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
        <FieldInputs
          fields={checkpointFields}
          card="about"
          form={form}
          refs={{ name }}
          own={{
            siteId: (
              <SiteField
                form={form}
                siteName={siteName}
                staysWords={t('checkpoints.siteStays')}
                onChoose={(siteId) =>
                  form.change(form.draft.siteId === '' ? { siteId } : { siteId, ...nowhere })
                }
              />
            ),
            nfcTagId: <NfcTagField form={form} />,
            scanMethods: (
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
            ),
          }}
        />
      </div>
    </Card>
  );
}

/** A place of the site before is none of the next one. */
const nowhere = { latitude: '', longitude: '' };
