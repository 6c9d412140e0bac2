import { useRef, useState } from 'react';
import { type LabelKey, t } from '../../lib/labels.ts';
import { storageFaultOf } from '../../lib/storage-fault.ts';
import { type Position, positionNow } from '../../lib/whereabouts.ts';
import { recordScan } from '../../outbox/commands.ts';
import type { Phone } from '../../outbox/phone.ts';
import type { Owner } from '../../outbox/records.ts';
import type { ScanMade, WalkedRound } from '../../outbox/shift.ts';
import { type ScanFlag, scanFlagsOf, pointOf } from './what-was-read.ts';

export interface ScanDone {
  readonly kind: 'done';
  readonly id: string;
  readonly name: string;
  readonly flags: readonly ScanFlag[];
}
type ScanState = { readonly kind: 'ready' } | { readonly kind: 'busy' } | ScanDone;

export interface Read {
  readonly checkpointId: string;
  readonly method: ScanMade['method'];
  readonly code?: string;
  readonly atMs: number;
  /** Whether the phone knows that the code is of that checkpoint. */
  readonly isConfirmed: boolean;
  /** Of a scan by position. */
  readonly stay?: { readonly position: Position | null; readonly dwellMs: number };
}

const doneBuzzMs = 200;

/** Takes what was read to the phone's disk, with the place where it was read. */
export function useScan({
  phone,
  owner,
  round,
}: {
  readonly phone: Phone;
  readonly owner: Owner;
  readonly round: WalkedRound;
}) {
  const [state, setState] = useState<ScanState>({ kind: 'ready' });
  const [fault, setFault] = useState<LabelKey | null>(null);
  const isBusy = useRef(false);
  const record = (read: Read) => {
    if (isBusy.current) return;
    isBusy.current = true;
    setState({ kind: 'busy' });
    setFault(null);
    const save = async () => {
      const { stay, ...made } = read;
      const position = stay === undefined ? await positionNow() : stay.position;
      const point = pointOf(read.checkpointId, round, phone.plan);
      const name = point?.name ?? t('scan.unknownPoint');
      const dwell = stay === undefined ? {} : { dwellMs: stay.dwellMs };
      const id = await recordScan(owner, round.id, { ...made, ...dwell, name, position });
      if (id === null) throw new Error('the round is over');
      navigator.vibrate?.(doneBuzzMs);
      setState({
        kind: 'done',
        id,
        name,
        flags: scanFlagsOf({ point, position, read, round, plan: phone.plan }),
      });
    };
    save()
      .catch((error: unknown) => {
        setState({ kind: 'ready' });
        setFault(storageFaultOf(error));
      })
      .finally(() => {
        isBusy.current = false;
      });
  };
  return {
    state,
    fault: fault === null ? null : t(fault),
    record,
    again: () => setState({ kind: 'ready' }),
  };
}
