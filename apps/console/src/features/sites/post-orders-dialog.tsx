// Writes the next version of a site's post orders, beginning with the text of the newest.
import type { PostOrders } from '@watchpost/contract/post-orders';
import { postOrdersMaxLength } from '@watchpost/domain/post-orders';
import { calendarDate } from '@watchpost/domain/time-zone';
import { useState } from 'react';
import { FormMessage } from '../../lib/form-message.tsx';
import { t, translate } from '../../lib/labels.ts';
import { Theirs } from '../../records/theirs.tsx';
import { makeAsked, useDialogDraft } from '../../records/use-dialog-draft.ts';
import { useDialogSave } from '../../records/use-dialog-save.ts';
import { Button } from '../../ui/actions/button.tsx';
import { Stack } from '../../ui/display/stack.tsx';
import { DateField } from '../../ui/fields/date-field.tsx';
import { TextArea } from '../../ui/fields/text-area.tsx';
import { Modal } from '../../ui/overlays/modal.tsx';
import { loadOrders, ordersKey, ordersSchema, publishOrders } from './posts.api.ts';

const dialogName = 'orders';
export const useEditedOrders = makeAsked<PostOrders>(dialogName);

interface DialogProps {
  readonly siteId: string;
  readonly orders: PostOrders;
  readonly onClose: () => void;
}

const rows = 14;

interface OrdersDraft {
  readonly text: string;
  readonly effectiveOn: string | null;
}

const newestText = ({ versions }: PostOrders): string => versions[0]?.text ?? '';

const begunWith = (orders: PostOrders): OrdersDraft => ({
  text: newestText(orders),
  effectiveOn: calendarDate(Date.now(), orders.siteTimeZone),
});

function usePublishing({ siteId, orders, onClose }: DialogProps) {
  const { draft, change, close, drop } = useDialogDraft(dialogName, begunWith(orders), onClose);
  const load = () => loadOrders(siteId);
  const saving = useDialogSave({ key: ordersKey(siteId), stored: orders, load, onClose: drop });
  const [isTold, setIsTold] = useState(false);
  const checked = ordersSchema.safeParse(draft);
  const problemOf = (field: string) => {
    const issue = checked.error?.issues.find(({ path }) => path[0] === field);
    return isTold && issue !== undefined ? translate(issue.message) : null;
  };
  const publish = async () => {
    setIsTold(true);
    if (!checked.success) return;
    await saving.save(async (version) => {
      const published = await publishOrders(siteId, checked.data, version);
      return t('orders.published', { no: published.version });
    });
  };
  const takeTheirs = () => {
    if (saving.theirs !== null) change({ text: newestText(saving.theirs) });
    saving.settle();
  };
  return { draft, change, close, problemOf, saving, publish, takeTheirs };
}

export function PostOrdersDialog(props: DialogProps) {
  const { draft, change, close, problemOf, saving, publish, takeTheirs } = usePublishing(props);
  const { message, isBusy, theirs } = saving;
  return (
    <Modal
      isOpen
      width={640}
      title={t('orders.title')}
      onClose={close}
      onSubmit={() => void publish()}
      footer={
        <>
          <Button onClick={close}>{t('records.cancel')}</Button>
          <Button variant="primary" type="submit" isBusy={isBusy}>
            {t('orders.submit')}
          </Button>
        </>
      }
    >
      <Stack>
        <FormMessage message={message} />
        {theirs !== null && <Theirs text={newestText(theirs)} onTake={takeTheirs} />}
        <TextArea
          label={t('orders.text')}
          help={t('orders.textHint')}
          isRequired
          rows={rows}
          maxLength={postOrdersMaxLength}
          error={problemOf('text')}
          value={draft.text}
          onChange={({ target }) => change({ text: target.value })}
        />
        <DateField
          label={t('orders.effectiveOn')}
          isRequired
          value={draft.effectiveOn}
          error={problemOf('effectiveOn')}
          onValueChange={(effectiveOn) => change({ effectiveOn })}
        />
      </Stack>
    </Modal>
  );
}
