// Writes the questions of a checkpoint, all at once: saving makes the next version of them.
import type { CheckpointQuestions } from '@watchpost/contract/checkpoint-questions';
import { emptyQuestion, type Question, questionsMax } from '@watchpost/domain/checkpoint-questions';
import { IconPlus } from '@tabler/icons-react';
import { useState } from 'react';
import { FormMessage } from '../../lib/form-message.tsx';
import { t } from '../../lib/labels.ts';
import { Theirs } from '../../records/theirs.tsx';
import { makeAsked, useDialogDraft } from '../../records/use-dialog-draft.ts';
import { useDialogSave } from '../../records/use-dialog-save.ts';
import { Button } from '../../ui/actions/button.tsx';
import { Stack } from '../../ui/display/stack.tsx';
import { Modal } from '../../ui/overlays/modal.tsx';
import { checkpointArea } from './checkpoints.api.ts';
import { QuestionFields } from './question-fields.tsx';
import { loadQuestions, problemsOf, saveQuestions } from './questions.api.ts';

const dialogName = 'questions';
export const useEditedQuestions = makeAsked<CheckpointQuestions>(dialogName);

interface DialogProps {
  readonly id: string;
  readonly stored: CheckpointQuestions;
  readonly onClose: () => void;
}

const fresh = (): Question => emptyQuestion(crypto.randomUUID());

interface QuestionsDraft {
  readonly questions: readonly Question[];
}

const begunWith = ({ questions }: CheckpointQuestions): QuestionsDraft => ({
  questions: questions.length === 0 ? [fresh()] : questions,
});

function useQuestionList({ id, stored, onClose }: DialogProps) {
  const [begun] = useState(() => begunWith(stored));
  const { draft, change: write, close, drop } = useDialogDraft(dialogName, begun, onClose);
  const load = () => loadQuestions(id);
  const saving = useDialogSave({ key: [checkpointArea, 'questions', id], stored, load, onClose: drop });
  const { questions } = draft;
  const setQuestions = (next: readonly Question[]) => write({ questions: next });
  const [isTold, setIsTold] = useState(false);
  const problems = problemsOf(questions);
  const save = async () => {
    setIsTold(true);
    if (problems.size > 0) return;
    await saving.save(async (version) => {
      await saveQuestions(id, questions, version);
      return t('questions.saved');
    });
  };
  const change = (changed: Question) =>
    setQuestions(questions.map((each) => (each.id === changed.id ? changed : each)));
  const move = (from: number, to: number) => {
    const moved = questions.slice(from, from + 1);
    setQuestions(questions.toSpliced(from, 1).toSpliced(to, 0, ...moved));
  };
  return {
    questions,
    problemOf: (question: Question) => (isTold ? problems.get(question.id) : undefined),
    saving,
    save,
    takeTheirs: () => {
      if (saving.theirs !== null) write(begunWith(saving.theirs));
      saving.settle();
    },
    change,
    move,
    add: () => setQuestions([...questions, fresh()]),
    remove: (gone: Question) => setQuestions(questions.filter((each) => each !== gone)),
    close,
  };
}

export function QuestionsDialog(props: DialogProps) {
  const list = useQuestionList(props);
  const { message, isBusy, theirs } = list.saving;
  return (
    <Modal
      isOpen
      width={640}
      title={t('questions.title')}
      onClose={list.close}
      onSubmit={() => void list.save()}
      footer={
        <>
          <Button onClick={list.close}>{t('records.cancel')}</Button>
          <Button variant="primary" type="submit" isBusy={isBusy}>
            {t('records.save')}
          </Button>
        </>
      }
    >
      <Stack>
        <FormMessage message={message} />
        {theirs !== null && (
          <Theirs text={theirs.questions.map(({ text }) => text).join('\n')} onTake={list.takeTheirs} />
        )}
        {list.questions.map((question, index) => (
          <QuestionFields
            key={question.id}
            question={question}
            place={index}
            count={list.questions.length}
            problem={list.problemOf(question)}
            onChange={list.change}
            onMove={list.move}
            onRemove={list.remove}
          />
        ))}
        {list.questions.length < questionsMax && (
          <div>
            <Button icon={<IconPlus size={18} aria-hidden />} onClick={list.add}>
              {t('questions.add')}
            </Button>
          </div>
        )}
      </Stack>
    </Modal>
  );
}
