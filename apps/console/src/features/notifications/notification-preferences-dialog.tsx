// What the user wants to be told of, and in which way. Mounted while open.
import type { NotificationPreference } from '@watchpost/contract/notifications';
import { type NoticeChannel, noticeChannels, noticeKinds } from '@watchpost/domain/notice-kinds';
import { type ReactNode, useState } from 'react';
import { FailedPart } from '../../ui/feedback/failed-part.tsx';
import { t } from '../../lib/labels.ts';
import { Button } from '../../ui/actions/button.tsx';
import { Spinner } from '../../ui/feedback/spinner.tsx';
import { toasts } from '../../ui/feedback/toasts.ts';
import { Modal } from '../../ui/overlays/modal.tsx';
import styles from './notification-preferences-dialog.module.css';
import { usePreferences, useSavePreferences } from './notifications.api.ts';

type Kind = NotificationPreference['kind'];
type Choices = ReadonlyMap<string, boolean>;

const keyOf = (kind: Kind, channel: NoticeChannel): string => `${kind} ${channel}`;

interface ChoicesTableProps {
  readonly isOn: (kind: Kind, channel: NoticeChannel) => boolean;
  readonly onChoose: (kind: Kind, channel: NoticeChannel, isOn: boolean) => void;
}

function ChoicesTable({ isOn, onChoose }: ChoicesTableProps) {
  return (
    <table className={styles.table}>
      <thead>
        <tr>
          <th scope="col">{t('notifications.kind')}</th>
          {noticeChannels.map((channel) => (
            <th key={channel} scope="col" className={styles.choice}>
              {t(`notifications.channel.${channel}`)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {noticeKinds.map((kind) => (
          <tr key={kind}>
            <th scope="row">{t(`notifications.kind.${kind}`)}</th>
            {noticeChannels.map((channel) => (
              <td key={channel} className={styles.choice}>
                <label className={styles.box}>
                  <input
                    type="checkbox"
                    aria-label={t('notifications.wish', {
                      kind: t(`notifications.kind.${kind}`),
                      channel: t(`notifications.channel.${channel}`),
                    })}
                    checked={isOn(kind, channel)}
                    onChange={(event) => onChoose(kind, channel, event.target.checked)}
                  />
                </label>
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** What is stored, and over it what was chosen since. */
function useChoices() {
  const { data, isError, refetch } = usePreferences();
  const [chosen, setChosen] = useState<Choices>(new Map());
  const stored = data?.preferences ?? [];
  const isOn = (kind: Kind, channel: NoticeChannel) =>
    chosen.get(keyOf(kind, channel)) ??
    stored.find((one) => one.kind === kind && one.channel === channel)?.isOn ??
    false;
  const changed = stored
    .map((one) => ({ ...one, isOn: isOn(one.kind, one.channel) }))
    .filter((one, index) => one.isOn !== stored[index]?.isOn);
  const choose = (kind: Kind, channel: NoticeChannel, next: boolean) =>
    setChosen((now) => new Map([...now, [keyOf(kind, channel), next]]));
  return { isLoading: data === undefined && !isError, isError, refetch, isOn, choose, changed };
}

interface DialogProps {
  readonly onClose: () => void;
  /** What switches push on in this browser, if anything does. */
  readonly pushSwitch: ReactNode;
}

export function NotificationPreferencesDialog({ onClose, pushSwitch }: DialogProps) {
  const { isLoading, isError, refetch, isOn, choose, changed } = useChoices();
  const save = useSavePreferences();
  const submit = () => {
    if (changed.length === 0) return onClose();
    return save.mutate(changed, {
      onSuccess: () => {
        toasts.success({ text: t('notifications.wishesSaved') });
        onClose();
      },
      onError: () => toasts.error({ summary: t('error.summary'), text: t('notifications.wishesNotSaved') }),
    });
  };
  return (
    <Modal
      isOpen
      onClose={onClose}
      title={t('notifications.wishes')}
      width={560}
      onSubmit={submit}
      footer={
        <>
          <Button onClick={onClose}>{t('notifications.cancel')}</Button>
          <Button type="submit" variant="primary" isBusy={save.isPending} disabled={isLoading || isError}>
            {t('notifications.save')}
          </Button>
        </>
      }
    >
      <div className={styles.content}>
        <p className={styles.help}>{t('notifications.wishesHelp')}</p>
        {pushSwitch}
        {isLoading && <Spinner />}
        {isError && <FailedPart reason={t('notifications.wishesFailed')} onRetry={() => void refetch()} />}
        {!isLoading && !isError && <ChoicesTable isOn={isOn} onChoose={choose} />}
      </div>
    </Modal>
  );
}
