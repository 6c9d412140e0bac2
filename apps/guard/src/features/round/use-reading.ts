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

/** What becomes of what is read; the label that was just recorded is passed over while it stays in view. */
export function useReading({ phone, round, scan }: Read) {
  /** Read, but of a checkpoint that only the guard can name. */
  const [unplaced, setUnplaced] = useState<Unplaced | null>(null);
  const [choice] = useState(() => makeCodeChoice(labelOf));
  const taken = useRef<string | null>(null);
  const [recorded, setRecorded] = useState<string | null>(null);
  const [isStillThere, setIsStillThere] = useState(false);
  const take = (method: 'qr' | 'nfc', code: string) => {
    const atMs = Date.now();
    const checkpointId = method === 'qr' ? checkpointOf(code) : null;
    taken.current = method === 'qr' ? code : null;
    if (checkpointId === null) setUnplaced({ method, code, atMs });
    else scan.record({ checkpointId, method, code, atMs });
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
  /** With `isSame` the guard wants to read the same label, which was refused. */
  const readNext = (isSame: boolean) => {
    setUnplaced(null);
    setIsStillThere(false);
    setRecorded(isSame ? null : taken.current);
    if (!isSame && taken.current !== null) choice.turnDown(taken.current, performance.now());
    scan.again();
  };
  const passOver = () => {
    if (unplaced !== null) choice.turnDown(unplaced.code, performance.now());
    setUnplaced(null);
  };
  const onceMore = () => {
    if (recorded !== null) choice.takeBack(recorded);
    setIsStillThere(false);
  };
  return { unplaced, take, takeOne, readNext, passOver, onceMore: isStillThere ? onceMore : null };
}
