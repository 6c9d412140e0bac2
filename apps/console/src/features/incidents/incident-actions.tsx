// What may be done to an incident beside moving it on: giving it to somebody, a comment, its document.
import type { IncidentRow } from '@watchpost/contract/incidents';
import { incidentCommentMaxLength } from '@watchpost/domain/incidents';
import { useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { ApiError } from '../../lib/api-error.ts';
import { t } from '../../lib/labels.ts';
import { Button } from '../../ui/actions/button.tsx';
import { Card } from '../../ui/display/card.tsx';
import { toasts } from '../../ui/feedback/toasts.ts';
import { SelectField } from '../../ui/fields/select-field.tsx';
import { TextArea } from '../../ui/fields/text-area.tsx';
import { comment, giveIncident, incidentArea, savePdf, usePeople } from './incidents.api.ts';
import styles from './incidents.module.css';

/** Runs a change, tells its failure, and asks anew in any case; resolves to whether it was made. */
export function useAttempt() {
  const queries = useQueryClient();
  const [isBusy, setIsBusy] = useState(false);
  const attempt = async (run: () => Promise<unknown>): Promise<boolean> => {
    setIsBusy(true);
    try {
      await run();
      return true;
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      toasts.error({ summary: t('error.summary'), text: error.message });
      return false;
    } finally {
      setIsBusy(false);
      void queries.invalidateQueries({ queryKey: [incidentArea] });
    }
  };
  return { isBusy, attempt };
}

export function usePdf(id: string) {
  const { isBusy, attempt } = useAttempt();
  return { isBusy, save: () => void attempt(() => savePdf(id)) };
}

export function AssigneeForm({ incident }: { readonly incident: IncidentRow }) {
  const { id, version, siteId, assigneeId, assigneeName } = incident;
  const { data } = usePeople(siteId);
  const { isBusy, attempt } = useAttempt();
  const people = (data?.assignees ?? []).map((person) => ({ value: person.id, label: person.name }));
  const isListed = assigneeId === null || people.some(({ value }) => value === assigneeId);
  const give = async (userId: string) => {
    const isDone = await attempt(() => giveIncident(id, { userId: userId === '' ? null : userId, version }));
    if (isDone) toasts.success({ text: t('records.saved') });
  };
  return (
    <Card>
      <SelectField
        label={t('incidents.assignee')}
        value={assigneeId ?? ''}
        disabled={isBusy}
        options={[
          { value: '', label: t('incidents.nobody') },
          ...(isListed ? [] : [{ value: assigneeId, label: assigneeName }]),
          ...people,
        ]}
        onValueChange={(userId) => void give(userId)}
      />
    </Card>
  );
}

export function CommentForm({ id }: { readonly id: string }) {
  const [text, setText] = useState('');
  const [error, setError] = useState<string | null>(null);
  const { isBusy, attempt } = useAttempt();
  const send = async () => {
    if (text.trim() === '') {
      setError(t('incident_comment_required'));
      return;
    }
    if (await attempt(() => comment(id, text.trim()))) setText('');
  };
  const handleSubmit = (event: FormEvent) => {
    event.preventDefault();
    void send();
  };
  return (
    <Card>
      <form className={styles.form} aria-label={t('incidents.comment')} onSubmit={handleSubmit} noValidate>
        <TextArea
          label={t('incidents.comment')}
          rows={3}
          maxLength={incidentCommentMaxLength}
          value={text}
          error={error}
          onChange={({ target }) => {
            setText(target.value);
            setError(null);
          }}
        />
        <Button type="submit" isBusy={isBusy}>
          {t('incidents.addComment')}
        </Button>
      </form>
    </Card>
  );
}
