import { useEffect, useRef, useState } from 'react';
import { getFieldSos } from '@watchpost/contract/sos';
import { ageMs, deviceTime, likelyOffsetMs, type Moment } from '../../lib/device-time.ts';
import { ask } from '../../lib/server.ts';
import { watchPosition } from '../../lib/whereabouts.ts';
import { sendPosition, type SentWord } from '../../outbox/commands.ts';
import type { Session } from '../../outbox/records.ts';
import { useRecord } from '../../outbox/use-record.ts';
import { sendStatusOf, isOpen, saveCall, type Made, type OwnCall, readCall } from './own-call.ts';

const positionEveryMs = 20_000;
const askEveryMs = 3_000;
/** Without an answer for so long the screen says so: silence must not pass for an SOS that was not seen. */
const noAnswerAfterMs = 15_000;
const seenVibration = [120, 80, 120, 80, 400];

const recordIdOf = (word: SentWord | null | undefined) => (word?.isKept === true ? word.id : null);

export type Call = ReturnType<typeof useCall>;

/**
 * The guard's own call, and what is said of it. While it is open, on whichever screen, the office is asked what became of it
 * and told where the guard goes. `isShown`: the call's own screen is there, which asks until the office has closed it.
 */
export function useCall(session: Session, isShown: boolean) {
  const { owner } = session;
  const [known, setKnown] = useState(() => readCall(owner));
  const [nowMs] = useState(() => Date.now());
  const record = useRecord(recordIdOf(known));
  const safeRecord = useRecord(recordIdOf(known?.safe));
  const save = (next: OwnCall | null) => {
    saveCall(owner, next);
    setKnown(next);
  };
  const made = known === null ? null : madeOf(known, record, safeRecord, nowMs);
  const isLive = made !== null && isOpen(made);
  const isAsked = made?.sendStatus === 'sent' && made.state !== 'resolved' && (isLive || isShown);
  const hearing = useCallState(isAsked ? made.id : null, session, setKnown);
  useTrack(isLive ? made.id : null, session);
  return {
    made,
    hearing,
    isLooking: known !== null && sendStatusOf(known, record, nowMs) === undefined,
    take: (call: SentWord) => save({ ...call, safe: null }),
    takeSafe: (safe: SentWord) => known !== null && save({ ...known, safe }),
    forget: () => save(null),
  };
}

type Found = ReturnType<typeof useRecord>;

function madeOf(known: OwnCall, record: Found, safeRecord: Found, nowMs: number): Made | null {
  const sendStatus = sendStatusOf(known, record, nowMs);
  if (!sendStatus) return null;
  const { id, safe, state = null, acknowledgedAtMs = null } = known;
  const time = record?.time ?? { wallMs: known.deviceAtMs, offsetMs: null };
  const [atMs, offsetMs] = [time.wallMs, likelyOffsetMs(time)];
  // Until the phone has looked, it is not said to have arrived.
  return {
    id,
    atMs,
    offsetMs,
    sendStatus,
    state,
    acknowledgedAtMs,
    receivedAtMs: record?.receivedAtMs ?? null,
    safe: safe && (sendStatusOf(safe, safeRecord, nowMs) ?? 'waiting'),
  };
}

/** Whether what is shown of a call is what the server says of it now. */
export type Hearing = 'asking' | 'answered' | 'noAnswer';

/** Keeps what became of the call, so that it is known without a network. Says how well the server is heard. */
function useCallState(
  id: string | null,
  { owner, company, token }: Session,
  setKnown: (known: OwnCall) => void,
): Hearing {
  const [hearing, setHearing] = useState<Hearing>('asking');
  useEffect(() => {
    if (id === null || token === null) return undefined;
    let answeredAt = deviceTime();
    let isLeft = false;
    const look = async () => {
      const outcome = await ask(getFieldSos, { company, token, params: { id } });
      if (outcome.kind === 'done') answeredAt = deviceTime();
      if (isLeft) return;
      if (outcome.kind === 'done') setHearing('answered');
      else if (ageMs(answeredAt) > noAnswerAfterMs) setHearing('noAnswer');
      const now = readCall(owner);
      if (outcome.kind !== 'done' || now?.id !== id || now.state === outcome.reply.state) return;
      const { state, acknowledgedAtMs } = outcome.reply;
      const next = { ...now, state, acknowledgedAtMs };
      saveCall(owner, next);
      setKnown(next);
      if (state === 'acknowledged') navigator.vibrate?.(seenVibration);
    };
    let timer: ReturnType<typeof setTimeout> | undefined;
    // One at a time, however slow the network is.
    const goOn = async () => {
      await look();
      if (!isLeft) timer = setTimeout(() => void goOn(), askEveryMs);
    };
    void goOn();
    return () => {
      isLeft = true;
      clearTimeout(timer);
      setHearing('asking');
    };
  }, [id, owner, company, token, setKnown]);
  return hearing;
}

/** Where the guard goes, now and then. */
function useTrack(id: string | null, session: Session): void {
  // The phone is read again with each record, which must not begin the watch again.
  const now = useRef(session);
  useEffect(() => {
    now.current = session;
  }, [session]);
  useEffect(() => {
    if (id === null) return undefined;
    let last: Moment | null = null;
    return watchPosition((position) => {
      if (last !== null && ageMs(last) < positionEveryMs) return;
      last = deviceTime();
      void sendPosition(now.current, id, position).catch(() => {});
    });
  }, [id]);
}
