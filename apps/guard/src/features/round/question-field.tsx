import type { Question } from '@watchpost/domain/checkpoint-questions';
import { t } from '../../lib/labels.ts';
import controls from '../../ui/controls.module.css';
import { Choice, TextArea, TextField } from '../../ui/fields.tsx';
import { Notice } from '../../ui/notice.tsx';
import { understoodNumber } from './written-number.ts';

interface QuestionFieldProps {
  readonly question: Question;
  readonly value: string;
  readonly fault: string | undefined;
  readonly isOutOfLimits: boolean;
  readonly maxLength: number;
  readonly onWrite: (value: string) => void;
}

/** In which unit, and how the number was understood. */
function numberHint(unit: string, written: string): string | undefined {
  const number = understoodNumber(written);
  const hints = [
    ...(unit === '' ? [] : [t('answers.unit', { unit })]),
    ...(number === null ? [] : [t('answers.understood', { number })]),
  ];
  return hints.length === 0 ? undefined : hints.join(' · ');
}

export function QuestionField(props: QuestionFieldProps) {
  const { question, value, fault, isOutOfLimits, maxLength, onWrite } = props;
  const { kind, text, isRequired, unit } = question;
  const label = isRequired ? text : t('answers.optional', { question: text });
  if (kind === 'text') {
    return (
      <TextArea
        label={label}
        fault={fault}
        maxLength={maxLength}
        value={value}
        onChange={({ target }) => onWrite(target.value)}
      />
    );
  }
  if (kind === 'number') {
    return (
      <div className={controls.field}>
        <TextField
          label={label}
          hint={numberHint(unit, value)}
          fault={fault}
          inputMode="decimal"
          autoComplete="off"
          value={value}
          onChange={({ target }) => onWrite(target.value)}
        />
        {isOutOfLimits && <Notice tone="late">{t('answers.outOfLimits')}</Notice>}
      </div>
    );
  }
  const options =
    kind === 'choice'
      ? question.choices.map((choice) => ({ value: choice, label: choice }))
      : [
          { value: 'yes', label: t('answers.yes') },
          { value: 'no', label: t('answers.no') },
        ];
  return (
    <Choice
      label={label}
      fault={fault}
      value={value === '' ? null : value}
      options={options}
      onChoose={onWrite}
    />
  );
}
