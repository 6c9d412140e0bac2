import {
  answersToReport,
  choicesMax,
  choicesMin,
  type Question,
  questionKinds,
  questionTextMaxLength,
  unitMaxLength,
} from '@watchpost/domain/checkpoint-questions';
import { IconArrowDown, IconArrowUp, IconTrash } from '@tabler/icons-react';
import { useState } from 'react';
import { t, translate } from '../../lib/labels.ts';
import { IconButton } from '../../ui/actions/icon-button.tsx';
import { SelectField } from '../../ui/fields/select-field.tsx';
import { TextArea } from '../../ui/fields/text-area.tsx';
import { TextField } from '../../ui/fields/text-field.tsx';
import { reportWords } from './question-words.ts';
import type { QuestionProblem } from './questions.api.ts';
import styles from './questions.module.css';

interface FieldsProps {
  readonly question: Question;
  /** From 0. */
  readonly place: number;
  readonly count: number;
  readonly problem: QuestionProblem | undefined;
  readonly onChange: (question: Question) => void;
  readonly onMove: (from: number, to: number) => void;
  readonly onRemove: (question: Question) => void;
}

const toldAt = (problem: QuestionProblem | undefined, field: QuestionProblem['field']): string | null =>
  problem?.field === field ? translate(problem.message) : null;

/** What belongs to another kind of question goes with it. */
function ofKind(question: Question, kind: Question['kind']): Question {
  return { ...question, kind, choices: [], unit: '', min: null, max: null, incidentOn: [] };
}

export function QuestionFields(props: FieldsProps) {
  const { question, place, problem, onChange } = props;
  const number = place + 1;
  return (
    <fieldset className={styles.question} aria-invalid={problem !== undefined || undefined}>
      <legend className={styles.legend}>{t('questions.number', { number })}</legend>
      <TextField
        label={t('questions.text')}
        isRequired
        autoComplete="off"
        maxLength={questionTextMaxLength}
        error={toldAt(problem, 'text')}
        value={question.text}
        onChange={({ target }) => onChange({ ...question, text: target.value })}
      />
      <div className={styles.pair}>
        <SelectField
          label={t('questions.kind')}
          value={question.kind}
          options={questionKinds.map((value) => ({ value, label: t(`questions.kind.${value}`) }))}
          onValueChange={(value) => {
            const kind = questionKinds.find((each) => each === value);
            if (kind !== undefined) onChange(ofKind(question, kind));
          }}
        />
        <Check
          label={t('questions.required')}
          isOn={question.isRequired}
          onSwitch={(isRequired) => onChange({ ...question, isRequired })}
        />
      </div>
      {question.kind === 'choice' && <Choices {...props} />}
      {question.kind === 'number' && <Limits {...props} />}
      <Reports question={question} onChange={onChange} />
      <Moves {...props} />
    </fieldset>
  );
}

function Moves({ question, place, count, onMove, onRemove }: FieldsProps) {
  const number = place + 1;
  return (
    <div className={styles.moves}>
      <IconButton
        size="small"
        label={t('questions.earlier', { number })}
        icon={<IconArrowUp size={16} aria-hidden />}
        disabled={place === 0}
        onClick={() => onMove(place, place - 1)}
      />
      <IconButton
        size="small"
        label={t('questions.later', { number })}
        icon={<IconArrowDown size={16} aria-hidden />}
        disabled={place === count - 1}
        onClick={() => onMove(place, place + 1)}
      />
      <IconButton
        size="small"
        label={t('questions.remove', { number })}
        icon={<IconTrash size={16} aria-hidden />}
        onClick={() => onRemove(question)}
      />
    </div>
  );
}

type PartProps = Pick<FieldsProps, 'question' | 'problem' | 'onChange'>;

interface CheckProps {
  readonly label: string;
  readonly isOn: boolean;
  readonly onSwitch: (isOn: boolean) => void;
}

function Check({ label, isOn, onSwitch }: CheckProps) {
  return (
    <label className={styles.check}>
      <input type="checkbox" checked={isOn} onChange={({ target }) => onSwitch(target.checked)} />
      {label}
    </label>
  );
}

function Choices({ question, problem, onChange }: PartProps) {
  // As it is written: an empty line at the end is the beginning of the next choice.
  const [text, setText] = useState(question.choices.join('\n'));
  const write = (written: string) => {
    setText(written);
    const choices = written.split('\n').flatMap((line) => (line.trim() === '' ? [] : [line.trim()]));
    const incidentOn = question.incidentOn.filter((named) => choices.includes(named));
    onChange({ ...question, choices, incidentOn });
  };
  return (
    <TextArea
      label={t('questions.choices')}
      help={t('questions.choicesHint', { min: choicesMin, max: choicesMax })}
      isRequired
      error={toldAt(problem, 'choices')}
      value={text}
      onChange={({ target }) => write(target.value)}
    />
  );
}

/** Not a number where something else was written, which no question may be saved with. */
const limitOf = (text: string): number | null =>
  text.trim() === '' ? null : Number(text.trim().replace(',', '.'));

function Limits({ question, problem, onChange }: PartProps) {
  const [min, setMin] = useState(String(question.min ?? ''));
  const [max, setMax] = useState(String(question.max ?? ''));
  const limit = (changes: Partial<Question>) => {
    const next = { ...question, ...changes };
    const may = answersToReport(next);
    onChange({ ...next, incidentOn: next.incidentOn.filter((named) => may.includes(named)) });
  };
  return (
    <div className={styles.limits}>
      <TextField
        label={t('questions.min')}
        inputMode="decimal"
        autoComplete="off"
        error={toldAt(problem, 'min')}
        value={min}
        onChange={({ target }) => {
          setMin(target.value);
          limit({ min: limitOf(target.value) });
        }}
      />
      <TextField
        label={t('questions.max')}
        inputMode="decimal"
        autoComplete="off"
        error={toldAt(problem, 'max')}
        value={max}
        onChange={({ target }) => {
          setMax(target.value);
          limit({ max: limitOf(target.value) });
        }}
      />
      <TextField
        label={t('questions.unit')}
        autoComplete="off"
        maxLength={unitMaxLength}
        error={toldAt(problem, 'unit')}
        value={question.unit}
        onChange={({ target }) => onChange({ ...question, unit: target.value })}
      />
    </div>
  );
}

function Reports({ question, onChange }: Pick<FieldsProps, 'question' | 'onChange'>) {
  const may = answersToReport(question);
  if (may.length === 0) return null;
  const { incidentOn } = question;
  return (
    <fieldset className={styles.reports}>
      <legend>{t('questions.incidentOn')}</legend>
      {may.map((named) => (
        <Check
          key={named}
          label={reportWords(named, question.kind)}
          isOn={incidentOn.includes(named)}
          onSwitch={(isOn) =>
            onChange({
              ...question,
              incidentOn: isOn ? [...incidentOn, named] : incidentOn.filter((each) => each !== named),
            })
          }
        />
      ))}
    </fieldset>
  );
}
