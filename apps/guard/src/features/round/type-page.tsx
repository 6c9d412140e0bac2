import { type FormEvent, useEffect, useState } from 'react';
import { typedCodeLength } from '@watchpost/domain/checkpoint-codes';
import { t } from '../../lib/labels.ts';
import { watchPosition } from '../../lib/whereabouts.ts';
import type { Phone } from '../../outbox/phone.ts';
import type { Owner } from '../../outbox/records.ts';
import type { WalkedRound } from '../../outbox/shift.ts';
import { Button } from '../../ui/button.tsx';
import { Choice, TextField } from '../../ui/fields.tsx';
import { Notice } from '../../ui/notice.tsx';
import { Screen } from '../../ui/screen.tsx';
import { pointsToChoose } from './choose-point.tsx';
import { ScanResult } from './scan-result.tsx';
import { useScan } from './use-scan.ts';
import { checkpointOf } from './what-was-read.ts';

interface TypeProps {
  readonly phone: Phone;
  readonly owner: Owner;
  readonly round: WalkedRound;
}

const spaces = /[\s-]/g;

/** The last resort: the letters below a code that cannot be read. The short ones do not say which checkpoint it is. */
export function TypePage({ phone, owner, round }: TypeProps) {
  useEffect(() => watchPosition(), []);
  const scan = useScan({ phone, owner, round });
  if (scan.state.kind === 'done') {
    return <ScanResult phone={phone} owner={owner} made={scan.state} round={round} onMore={scan.again} />;
  }
  return <TypeForm round={round} scan={scan} />;
}

function TypeForm({
  round,
  scan,
}: {
  readonly round: WalkedRound;
  readonly scan: ReturnType<typeof useScan>;
}) {
  const points = pointsToChoose(round);
  const [code, setCode] = useState('');
  const [chosen, setChosen] = useState<string | null>(null);
  const [isShort, setIsShort] = useState(false);
  const checkpointId = checkpointOf(code) ?? chosen ?? points[0]?.checkpointId ?? null;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const isEnough = code.replaceAll(spaces, '').length >= typedCodeLength;
    setIsShort(!isEnough);
    if (!isEnough || checkpointId === null) return;
    scan.record({ checkpointId, method: 'typed', code: code.trim(), atMs: Date.now() });
  };
  return (
    <form onSubmit={submit} noValidate>
      <Screen
        title={t('type.title')}
        back={{ href: '#/round', label: t('back') }}
        actions={
          <Button kind="primary" isSubmit isBusy={scan.state.kind === 'busy'}>
            {t('type.submit')}
          </Button>
        }
      >
        <Notice tone="late">{scan.fault ?? t('type.hint')}</Notice>
        <TextField
          label={t('type.code')}
          hint={t('type.where', { count: typedCodeLength })}
          fault={isShort ? t('type.short', { count: typedCodeLength }) : undefined}
          value={code}
          onChange={(event) => setCode(event.target.value)}
          autoCapitalize="characters"
          spellCheck={false}
        />
        <Choice
          label={t('type.point')}
          value={checkpointId}
          options={points.map(({ checkpointId: value, name }) => ({ value, label: name }))}
          onChoose={setChosen}
        />
      </Screen>
    </form>
  );
}
