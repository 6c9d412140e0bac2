// Writes the next version of a site's post orders, beginning with the text of the newest.
import type { PostOrders } from '@watchpost/contract/post-orders';
import { postOrdersMaxLength } from '@watchpost/domain/post-orders';
import { calendarDate } from '@watchpost/domain/time-zone';
import { useState } from 'react';
import { FormMessage } from '../../lib/form-message.tsx';
import { t, translate } from '../../lib/labels.ts';
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

function usePublishing({ siteId, orders, onClose }: DialogProps) {
  const { message, isBusy, save } = useDialogSave(ordersKey(siteId), onClose);
  const [text, setText] = useState(orders.versions[0]?.text ?? '');
  const [effectiveOn, setEffectiveOn] = useState<string | null>(() =>
    calendarDate(Date.now(), orders.siteTimeZone),
  );
  const [isTold, setIsTold] = useState(false);
  const checked = ordersSchema.safeParse({ text, effectiveOn });
  const problemOf = (field: string) => {
    const issue = checked.error?.issues.find(({ path }) => path[0] === field);
    return isTold && issue !== undefined ? translate(issue.message) : null;
  };
  const publish = async () => {
    setIsTold(true);
    if (!checked.success) return;
    await save(async () => {
      const { version } = await publishOrders(siteId, checked.data, orders.version);
      return t('orders.published', { no: version });
    });
  };
  return { text, setText, effectiveOn, setEffectiveOn, problemOf, message, isBusy, publish };
}

export function PostOrdersDialog(props: DialogProps) {
  const { text, setText, effectiveOn, setEffectiveOn, problemOf, message, isBusy, publish } =
    usePublishing(props);
  return (
    <Modal
      isOpen
      width={640}
      title={t('orders.title')}
      onClose={props.onClose}
      onSubmit={() => void publish()}
      footer={
        <>
          <Button onClick={props.onClose}>{t('records.cancel')}</Button>
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
          value={text}
          onChange={({ target }) => setText(target.value)}
        />
        <DateField
          label={t('orders.effectiveOn')}
          isRequired
          value={effectiveOn}
          error={problemOf('effectiveOn')}
          onValueChange={setEffectiveOn}
        />
      </Stack>
    </Modal>
  );
}
