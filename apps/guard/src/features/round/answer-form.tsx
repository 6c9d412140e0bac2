// Questions at a checkpoint and a note, asked right after the scan: one below the other, each as large as a thumb.
import { type FormEvent, useState } from 'react';
import {
  type Answer,
  answerDigitsMax,
  answerTextMaxLength,
  marksOf,
  type Question,
  scanNoteMaxLength,
  unanswered,
} from '@watchpost/domain/checkpoint-questions';
import { t } from '../../lib/labels.ts';
import { useCommand } from '../../lib/use-command.ts';
import { draftsOf } from '../../outbox/drafts.ts';
import { answerScan } from '../../outbox/post-commands.ts';
import type { Owner } from '../../outbox/records.ts';
import { Button, ButtonLink } from '../../ui/button.tsx';
import { TextArea } from '../../ui/fields.tsx';
import { focusField } from '../../ui/focus-field.ts';
import { Notice } from '../../ui/notice.tsx';
import { Screen } from '../../ui/screen.tsx';
import { QuestionField } from './question-field.tsx';
import { numberFault, numberOf } from './written-number.ts';

function answerOf(question: Question, written: string): Answer[] {
  const text = written.trim();
  if (text === '') return [];
  if (question.kind !== 'number') return [{ questionId: question.id, value: text }];
  const value = numberFault(text) === null ? numberOf(text) : null;
  return value === null ? [] : [{ questionId: question.id, value }];
}

interface AnswerFormProps {
  readonly owner: Owner;
  readonly scanId: string;
  readonly checkpointId: string;
  readonly name: string;
  /** Null where nothing is asked: the note alone. */
  readonly asked: { readonly id: string; readonly questions: readonly Question[] } | null;
  readonly onDone: () => void;
}

interface AnswersDraft {
  /** By question. */
  readonly written: Readonly<Record<string, string>>;
  readonly note: string;
}

/** One for each question, in their order, before the note. */
const fields = 'fieldset, input:not([type=radio]), textarea';

const nothing: AnswersDraft = { written: {}, note: '' };
/** By scan. */
const useAnswersDraft = draftsOf('answers', nothing);

function useAnswers({ owner, scanId, checkpointId, name, asked, onDone }: AnswerFormProps) {
  const questions = asked?.questions ?? [];
  const { name: draftName, draft, change, forget } = useAnswersDraft(owner, scanId);
  const { written, note } = draft;
  const [isExplained, setIsExplained] = useState(false);
  const command = useCommand();
  const textOf = ({ id }: Question) => written[id] ?? '';
  const answers = questions.flatMap((question) => answerOf(question, textOf(question)));
  const missing = unanswered(questions, answers);
  const faultOf = (question: Question) => {
    const mistyped = question.kind === 'number' ? numberFault(textOf(question)) : null;
    if (mistyped !== null) return t(mistyped, { count: answerDigitsMax });
    return missing.includes(question) ? t('answers.missing') : undefined;
  };
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    setIsExplained(true);
    const faulty = questions.findIndex((question) => faultOf(question) !== undefined);
    if (faulty >= 0) {
      focusField(event.currentTarget.querySelectorAll<HTMLElement>(fields)[faulty]);
      return;
    }
    const remark = { scanId, checkpointId, questionsId: asked?.id ?? null, answers, note };
    command.run(async () => {
      await answerScan(owner, remark, name, draftName);
      forget();
    }, onDone);
  };
  const fieldOf = (question: Question) => {
    const value = textOf(question);
    const [answer] = answerOf(question, value);
    return {
      question,
      value,
      fault: isExplained ? faultOf(question) : undefined,
      isOutOfLimits: answer !== undefined && marksOf(question, answer.value).includes('outOfLimits'),
      onWrite: (text: string) =>
        change((before) => ({ written: { ...before.written, [question.id]: text } })),
    };
  };
  const missingCount = isExplained ? missing.length : 0;
  const setNote = (text: string) => change(() => ({ note: text }));
  return { fields: questions.map(fieldOf), missingCount, note, setNote, command, submit };
}

export function AnswerForm(props: AnswerFormProps) {
  const { fields, missingCount, note, setNote, command, submit } = useAnswers(props);
  return (
    <form onSubmit={submit} noValidate>
      <Screen
        title={props.name}
        actions={
          <>
            {command.fault !== null && <Notice tone="missed">{command.fault}</Notice>}
            {missingCount > 0 && (
              <Notice tone="late" isUpdate>
                {t('answers.missingCount', { count: missingCount })}
              </Notice>
            )}
            <Button kind="primary" isSubmit isBusy={command.isBusy}>
              {t(props.asked === null ? 'answers.submitNote' : 'answers.submit')}
            </Button>
            <ButtonLink href="#/round">{t('answers.later')}</ButtonLink>
          </>
        }
      >
        {props.asked !== null && <Notice>{t('answers.recorded')}</Notice>}
        {fields.map((field) => (
          <QuestionField key={field.question.id} {...field} maxLength={answerTextMaxLength} />
        ))}
        <TextArea
          label={t('answers.note')}
          maxLength={scanNoteMaxLength}
          value={note}
          onChange={({ target }) => setNote(target.value)}
        />
      </Screen>
    </form>
  );
}
