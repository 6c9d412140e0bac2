// What may be done to an incident beside moving it on: giving it to somebody, a comment, its document.
import type { IncidentRow } from '@watchpost/contract/incidents';
import { incidentCommentMaxLength } from '@watchpost/domain/incidents';
import { t } from '../../lib/labels.ts';
import { useShownZone } from '../../lib/rounds/shown-zone.ts';
import { CommentForm } from '../../records/comment-form.tsx';
import { useAttempt } from '../../records/use-attempt.ts';
import { Card } from '../../ui/display/card.tsx';
import { SelectField } from '../../ui/fields/select-field.tsx';
import { comment, saveAssignee, incidentArea, savePdf, usePeople } from './incidents.api.ts';

/** By the clocks that the page shows. */
export function usePdf({ id, siteTimeZone }: IncidentRow) {
  const { isBusy, attempt } = useAttempt(incidentArea);
  const zone = useShownZone(siteTimeZone);
  return { isBusy, save: () => void attempt(() => savePdf(id, zone)) };
}

export function AssigneeForm({ incident }: { readonly incident: IncidentRow }) {
  const { id, version, siteId, assigneeId, assigneeName } = incident;
  const { data } = usePeople(siteId);
  const { isBusy, attempt } = useAttempt(incidentArea);
  const people = (data?.assignees ?? []).map((person) => ({ value: person.id, label: person.name }));
  const isListed = assigneeId === null || people.some(({ value }) => value === assigneeId);
  const assign = async (userId: string) => {
    const change = { userId: userId === '' ? null : userId, version };
    await attempt(() => saveAssignee(id, change), t('records.saved'));
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
        onValueChange={(userId) => void assign(userId)}
      />
    </Card>
  );
}

export function IncidentComment({ id }: { readonly id: string }) {
  const { isBusy, attempt } = useAttempt(incidentArea);
  return (
    <CommentForm
      label={t('incidents.comment')}
      action={t('incidents.addComment')}
      missing={t('incident_comment_required')}
      maxLength={incidentCommentMaxLength}
      isBusy={isBusy}
      onSend={(text) => attempt(() => comment(id, text))}
    />
  );
}
