// How a call for help ended, all that became of one, and those of before.
import type { SosCall, SosCourse } from '@watchpost/contract/sos';
import { sosCommentMaxLength } from '@watchpost/domain/sos';
import { t } from '../../lib/labels.ts';
import { dateTimeFormat } from '../../lib/date-display.ts';
import { phoneClockText, positionText } from '../../lib/rounds/round-texts.ts';
import { viewerZone } from '../../lib/viewer-zone.ts';
import { Loaded } from '../../records/loaded.tsx';
import { DoubtMark } from '../../records/doubt-mark.tsx';
import { TextDialog } from '../../records/text-dialog.tsx';
import { useAttempt } from '../../records/use-attempt.ts';
import { Drawer } from '../../ui/overlays/drawer.tsx';
import { SiteClock } from '../../lib/site-clock.tsx';
import { resolve, sosQueryKey, usePastCalls, useSosCall } from './live-board.api.ts';
import styles from './sos.module.css';

const headOf = ({ guardName, siteName }: Pick<SosCall, 'guardName' | 'siteName'>): string =>
  siteName === '' ? guardName : `${guardName}, ${siteName}`;

interface CallTimeProps {
  readonly call: SosCall;
  readonly atMs: number;
  readonly write?: (time: string) => string;
}

/** Date and time at the site that the call came from. */
const CallTime = ({ call: { siteTimeZone }, ...props }: CallTimeProps) => (
  <SiteClock {...props} zone={siteTimeZone} format={dateTimeFormat()} />
);

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

function Course({ call, history, track }: SosCourse) {
  const last = track.at(-1);
  return (
    <>
      <p className={styles.dialogHead}>{headOf(call)}</p>
      <ol className={styles.history}>
        {history.map((event) => (
          <li key={event.id}>
            <span className={styles.eventTime}>
              <CallTime call={call} atMs={event.atMs} />
            </span>
            <strong>{t(`sos.event.${event.kind}`, { name: event.actorName })}</strong>
            {event.isFromLostPhone && <DoubtMark doubt="lostPhone" />}
            {event.isSentLate && <DoubtMark doubt="sentLate" />}
            {event.isFromFuture && <DoubtMark doubt="fromFuture" />}
            {event.phoneAtMs !== null && (
              <p className={styles.quiet}>
                {phoneClockText(event.phoneAtMs, call.siteTimeZone ?? viewerZone())}
              </p>
            )}
            {event.comment !== '' && <p>{event.comment}</p>}
          </li>
        ))}
      </ol>
      {(call.isFromLostPhone || call.isSafeFromLostPhone) && <p>{t('trust.lostPhoneWhy')}</p>}
      {call.receivedAtMs - call.raisedAtMs > 1_000 && (
        <p className={styles.quiet}>
          <CallTime call={call} atMs={call.receivedAtMs} write={(time) => t('sos.arrivedAt', { time })} />
        </p>
      )}
      {last !== undefined && (
        <p className={styles.quiet}>
          <CallTime
            call={call}
            atMs={last.atMs}
            write={(time) =>
              t('sos.track', {
                count: track.length,
                place: positionText(last.latitude, last.longitude),
                time,
              })
            }
          />
        </p>
      )}
    </>
  );
}

export function SosDrawer({ id, onClose }: { readonly id: string; readonly onClose: () => void }) {
  return (
    <Drawer isOpen title={t('sos.details')} onClose={onClose}>
      <Loaded query={useSosCall(id)} height={160}>
        {(course) => <Course {...course} />}
      </Loaded>
    </Drawer>
  );
}

interface PastProps {
  readonly site: string;
  readonly onShow: (id: string) => void;
  readonly onClose: () => void;
}

export function PastCalls({ site, onShow, onClose }: PastProps) {
  return (
    <Drawer isOpen title={t('sos.past')} onClose={onClose}>
      <Loaded query={usePastCalls(site)} height={160}>
        {(calls) => <Past calls={calls} onShow={onShow} />}
      </Loaded>
    </Drawer>
  );
}

interface PastListProps extends Pick<PastProps, 'onShow'> {
  readonly calls: { readonly count: number; readonly data: readonly SosCall[] };
}

function Past({ calls: { count, data }, onShow }: PastListProps) {
  return (
    <>
      {count === 0 && <p className={styles.quiet}>{t('sos.noPast')}</p>}
      <ul className={styles.past}>
        {data.map((call) => (
          <li key={call.id}>
            <button type="button" onClick={() => onShow(call.id)}>
              <strong>{headOf(call)}</strong>
              <span>
                <CallTime call={call} atMs={call.raisedAtMs} />
              </span>
              {call.isFromLostPhone && <DoubtMark doubt="lostPhone" />}
              {call.isSentLate && <DoubtMark doubt="sentLate" />}
              {call.isFromFuture && <DoubtMark doubt="fromFuture" />}
              <span className={styles.quiet}>{call.comment}</span>
            </button>
          </li>
        ))}
      </ul>
      {count > data.length && (
        <p className={styles.quiet}>{t('live.more', { count: count - data.length })}</p>
      )}
    </>
  );
}
