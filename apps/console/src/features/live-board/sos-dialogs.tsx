// How a call for help ended, all that became of one, and those of before.
import type { SosCall } from '@watchpost/contract/sos';
import { sosCommentMaxLength } from '@watchpost/domain/sos';
import { t } from '../../lib/labels.ts';
import { wallClock } from '../../lib/rounds/round-times.ts';
import { viewerZone } from '../../lib/viewer-zone.ts';
import { placeText } from '../../lib/rounds/round-words.ts';
import { LostPhoneMark } from '../../records/lost-phone-mark.tsx';
import { TextDialog } from '../../records/text-dialog.tsx';
import { useAttempt } from '../../records/use-attempt.ts';
import { Skeleton } from '../../ui/display/skeleton.tsx';
import { Drawer } from '../../ui/overlays/drawer.tsx';
import { resolve, sosQueryKey, usePastCalls, useSosCall } from './live-board.api.ts';
import styles from './sos.module.css';

const timeText = (atMs: number): string => wallClock(atMs, viewerZone());
const headOf = ({ guardName, siteName }: Pick<SosCall, 'guardName' | 'siteName'>): string =>
  siteName === '' ? guardName : `${guardName}, ${siteName}`;

interface ResolveProps {
  /** See TextDialog. */
  readonly name: string;
  readonly call: SosCall;
  readonly onDone: () => void;
  readonly onClose: () => void;
}

export function ResolveDialog({ name, call, onDone, onClose }: ResolveProps) {
  const { isBusy, attempt } = useAttempt(sosQueryKey);
  const submit = async (comment: string) => {
    const done = t('sos.resolved', { guard: call.guardName });
    const isDone = await attempt(() => resolve(call.id, comment), done);
    onDone();
    return isDone;
  };
  return (
    <TextDialog
      name={name}
      title={t('sos.resolveTitle')}
      action={t('sos.resolve')}
      subject={headOf(call)}
      label={t('sos.comment')}
      missing={t('sos_comment_required')}
      maxLength={sosCommentMaxLength}
      isBusy={isBusy}
      onSubmit={submit}
      onClose={onClose}
    />
  );
}

function Course({ id }: { readonly id: string }) {
  const { data, error } = useSosCall(id);
  if (error !== null) return <p role="alert">{error.message}</p>;
  if (data === undefined) return <Skeleton height={160} />;
  const { call, history, track } = data;
  const last = track.at(-1);
  return (
    <>
      <p className={styles.dialogHead}>{headOf(call)}</p>
      <ol className={styles.history}>
        {history.map((event) => (
          <li key={event.id}>
            <span className={styles.eventTime}>{timeText(event.atMs)}</span>
            <strong>{t(`sos.event.${event.kind}`, { name: event.actorName })}</strong>
            {event.isFromLostPhone && <LostPhoneMark />}
            {event.comment !== '' && <p>{event.comment}</p>}
          </li>
        ))}
      </ol>
      {(call.isFromLostPhone || call.isSafeFromLostPhone) && <p>{t('trust.lostPhoneWhy')}</p>}
      {call.receivedAtMs - call.raisedAtMs > 1_000 && (
        <p className={styles.quiet}>{t('sos.arrivedAt', { time: timeText(call.receivedAtMs) })}</p>
      )}
      {last !== undefined && (
        <p className={styles.quiet}>
          {t('sos.track', {
            count: track.length,
            place: placeText(last.latitude, last.longitude),
            time: timeText(last.atMs),
          })}
        </p>
      )}
    </>
  );
}

export function SosDrawer({ id, onClose }: { readonly id: string; readonly onClose: () => void }) {
  return (
    <Drawer isOpen title={t('sos.details')} onClose={onClose}>
      <Course id={id} />
    </Drawer>
  );
}

interface PastProps {
  readonly site: string;
  readonly onShow: (id: string) => void;
  readonly onClose: () => void;
}

export function PastCalls({ site, onShow, onClose }: PastProps) {
  const { data, error } = usePastCalls(site);
  return (
    <Drawer isOpen title={t('sos.past')} onClose={onClose}>
      {error !== null && <p role="alert">{error.message}</p>}
      {data === undefined && error === null && <Skeleton height={160} />}
      {data?.count === 0 && <p className={styles.quiet}>{t('sos.noPast')}</p>}
      <ul className={styles.past}>
        {data?.data.map((call) => (
          <li key={call.id}>
            <button type="button" onClick={() => onShow(call.id)}>
              <strong>{headOf(call)}</strong>
              <span>{timeText(call.raisedAtMs)}</span>
              {call.isFromLostPhone && <LostPhoneMark />}
              <span className={styles.quiet}>{call.comment}</span>
            </button>
          </li>
        ))}
      </ul>
      {data !== undefined && data.count > data.data.length && (
        <p className={styles.quiet}>{t('live.more', { count: data.count - data.data.length })}</p>
      )}
    </Drawer>
  );
}
