// What guards are asked at a checkpoint, on its page (FIELD-01).
import type { CheckpointQuestions } from '@watchpost/contract/checkpoint-questions';
import { IconPencil, IconPlus } from '@tabler/icons-react';
import { useSession } from '../../lib/current-session.ts';
import { t } from '../../lib/labels.ts';
import { Loaded } from '../../records/loaded.tsx';
import { timeWords } from '../../records/record-time.ts';
import { Button } from '../../ui/actions/button.tsx';
import { Card } from '../../ui/display/card.tsx';
import { StatusBadge } from '../../ui/display/status-badge.tsx';
import { kindWords, reportWords } from './question-words.ts';
import { useQuestions } from './questions.api.ts';
import { QuestionsDialog, useEditedQuestions } from './questions-dialog.tsx';
import styles from './questions.module.css';

export function QuestionsCard({ id }: { readonly id: string }) {
  const query = useQuestions(id);
  const { data } = query;
  const mayEdit = useSession((session) => session.hasAccess('edit'));
  const [edited, setEdited] = useEditedQuestions();
  const isEmpty = data?.questions.length === 0;
  return (
    <Card
      title={t('questions.title')}
      actions={
        mayEdit &&
        data !== undefined && (
          <Button
            size="small"
            icon={isEmpty ? <IconPlus size={16} aria-hidden /> : <IconPencil size={16} aria-hidden />}
            onClick={() => setEdited(data)}
          >
            {t(isEmpty ? 'questions.add' : 'questions.edit')}
          </Button>
        )
      }
    >
      <Loaded query={query} height={80}>
        {(stored) => <Asked {...stored} />}
      </Loaded>
      {edited !== null && <QuestionsDialog id={id} stored={edited} onClose={() => setEdited(null)} />}
    </Card>
  );
}

function Asked({ questions, versions }: CheckpointQuestions) {
  return (
    <>
      {questions.length === 0 && <p className={styles.quiet}>{t('questions.none')}</p>}
      {questions.length > 0 && <p className={styles.quiet}>{t('questions.hint')}</p>}
      <ol className={styles.asked}>
        {questions.map((question) => (
          <li key={question.id}>
            <span className={styles.text}>{question.text}</span>
            <span className={styles.quiet}>
              {kindWords(question)}
              {!question.isRequired && ` · ${t('questions.optional')}`}
            </span>
            {question.incidentOn.length > 0 && (
              <StatusBadge meaning="late">
                {`${t('questions.incidentOn')}: ${question.incidentOn
                  .map((named) => reportWords(named, question.kind))
                  .join(', ')}`}
              </StatusBadge>
            )}
          </li>
        ))}
      </ol>
      {versions.length > 0 && (
        <details className={styles.history}>
          <summary>{t('questions.history')}</summary>
          <ul>
            {versions.map(({ no, createdAtMs, createdBy, questions: count }) => (
              <li key={no} className={styles.quiet}>
                {t('questions.version', { no, at: timeWords(createdAtMs), by: createdBy, count })}
              </li>
            ))}
          </ul>
        </details>
      )}
    </>
  );
}
