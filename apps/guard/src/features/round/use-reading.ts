import { useRef, useState } from 'react';
import type { Phone } from '../../outbox/phone.ts';
import type { WalkedRound } from '../../outbox/shift.ts';
import type { useScan } from './use-scan.ts';
import { checkpointOf, labelOf, rankOf } from './what-was-read.ts';
import { makeCodeChoice } from './which-code.ts';

interface Unplaced {
  readonly method: 'qr' | 'nfc';
  readonly code: string;
  readonly atMs: number;
}

interface Read {
  readonly phone: Phone;
  readonly round: WalkedRound;
  readonly scan: ReturnType<typeof useScan>;
}

/** So long after the guard reads on, the tag of before is one that is still held to the phone. */
const staysOnMs = 2_000;

/** A phone tells of a tag that stays with it again each time it begins to look for tags. */
function useRestingTag() {
  const passed = useRef({ tag: '', untilMs: 0 });
  return {
    isRestingOn: (tag: string) => tag === passed.current.tag && performance.now() < passed.current.untilMs,
    passOver: (tag: string) => {
      passed.current = { tag, untilMs: performance.now() + staysOnMs };
    },
  };
}

/** What becomes of what is read; what was just recorded is passed over while it stays in view, or at the phone. */
export function useReading({ phone, round, scan }: Read) {
  /** Read, but of a checkpoint that only the guard can name. */
  const [unplaced, setUnplaced] = useState<Unplaced | null>(null);
  const [choice] = useState(() => makeCodeChoice(labelOf));
  const resting = useRestingTag();
  const taken = useRef<Pick<Unplaced, 'method' | 'code'> | null>(null);
  const [recorded, setRecorded] = useState<string | null>(null);
  const [isStillThere, setIsStillThere] = useState(false);
  const take = (method: 'qr' | 'nfc', code: string) => {
    const atMs = Date.now();
    const checkpointId = method === 'qr' ? checkpointOf(code) : null;
    taken.current = { method, code };
    if (checkpointId === null) setUnplaced({ method, code, atMs });
    else scan.record({ checkpointId, method, code, atMs, isConfirmed: true });
  };
  const takeTag = (tag: string) => {
    if (!resting.isRestingOn(tag)) take('nfc', tag);
  };
  const takeOne = (codes: readonly string[]): boolean => {
    const code = choice.choose(codes, (each) => rankOf(each, round, phone.plan), performance.now());
    if (code !== null) take('qr', code);
    else if (recorded !== null) {
      const isSeen = codes.some((each) => labelOf(each) === labelOf(recorded));
      setIsStillThere((was) => choice.isTurnedDown(recorded) && (was || isSeen));
    }
    return code !== null;
  };
  const reject = ({ method, code }: Pick<Unplaced, 'method' | 'code'>) => {
    if (method === 'qr') choice.reject(code, performance.now());
    else resting.passOver(code);
  };
  /** With `isSame` the guard wants to read the same label, which was refused. */
  const readNext = (isSame: boolean) => {
    setUnplaced(null);
    setIsStillThere(false);
    setRecorded(!isSame && taken.current?.method === 'qr' ? taken.current.code : null);
    if (!isSame && taken.current !== null) reject(taken.current);
    scan.again();
  };
  const passOver = () => {
    if (unplaced !== null) reject(unplaced);
    setUnplaced(null);
  };
  const onceMore = () => {
    if (recorded !== null) choice.takeBack(recorded);
    setIsStillThere(false);
  };
  return { unplaced, takeTag, takeOne, readNext, passOver, onceMore: isStillThere ? onceMore : null };
}
