// Writes the next version of a site's post orders, beginning with the text of the newest.
import type { PostOrders } from '@watchpost/contract/post-orders';
import { postOrdersMaxLength } from '@watchpost/domain/post-orders';
import { calendarDate } from '@watchpost/domain/time-zone';
import { useState } from 'react';
import { FormMessage } from '../../lib/form-message.tsx';
import { t, translate } from '../../lib/labels.ts';
import { useDialogDraft } from '../../records/use-dialog-draft.ts';
import { useDialogSave } from '../../records/use-dialog-save.ts';
import { Button } from '../../ui/actions/button.tsx';
import { Stack } from '../../ui/display/stack.tsx';
import { DateField } from '../../ui/fields/date-field.tsx';
import { TextArea } from '../../ui/fields/text-area.tsx';
import { Modal } from '../../ui/overlays/modal.tsx';
import { ordersKey, ordersSchema, publishOrders } from './posts.api.ts';

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

const begunWith = ({ versions, version, siteTimeZone }: PostOrders) => ({
  draft: { text: versions[0]?.text ?? '', effectiveOn: calendarDate(Date.now(), siteTimeZone) },
  version,
});

function usePublishing({ siteId, orders, onClose }: DialogProps) {
  const { draft, version, change, close, drop } = useDialogDraft<OrdersDraft>(begunWith(orders), onClose);
  const { message, isBusy, save } = useDialogSave(ordersKey(siteId), drop);
  const [isTold, setIsTold] = useState(false);
  const checked = ordersSchema.safeParse(draft);
  const problemOf = (field: string) => {
    const issue = checked.error?.issues.find(({ path }) => path[0] === field);
    return isTold && issue !== undefined ? translate(issue.message) : null;
  };
  const publish = async () => {
    setIsTold(true);
    if (!checked.success) return;
    await save(async () => {
      const published = await publishOrders(siteId, checked.data, version);
      return t('orders.published', { no: published.version });
    });
  };
  return { draft, change, close, problemOf, message, isBusy, publish };
}

export function PostOrdersDialog(props: DialogProps) {
  const { draft, change, close, problemOf, message, isBusy, publish } = usePublishing(props);
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
