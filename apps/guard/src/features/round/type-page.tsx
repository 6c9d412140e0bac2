import { type FormEvent, useEffect, useState } from 'react';
import { typedCodeLength } from '@watchpost/domain/checkpoint-codes';
import { foldLetters } from '@watchpost/domain/readers/codes';
import { plainText } from '@watchpost/domain/readers/fold';
import { type LabelKey, t } from '../../lib/labels.ts';
import { watchPosition } from '../../lib/whereabouts.ts';
import type { Phone } from '../../outbox/phone.ts';
import type { Owner } from '../../outbox/records.ts';
import { doesCount } from '../../outbox/point-methods.ts';
import { expectedPoint } from '../../outbox/round-progress.ts';
import type { WalkedRound } from '../../outbox/shift.ts';
import { Button } from '../../ui/button.tsx';
import { Choice, TextField } from '../../ui/fields.tsx';
import { focusField } from '../../ui/focus-field.ts';
import { Notice } from '../../ui/notice.tsx';
import { Screen } from '../../ui/screen.tsx';
import { pointsToChoose } from './choose-point.tsx';
import { methodsText } from './methods-text.ts';
import { metPoint, useMetCodes } from './met-codes.ts';
import { ScanResult } from './scan-result.tsx';
import { useScan } from './use-scan.ts';
import { checkpointOf, pointOf } from './what-was-read.ts';

interface TypeProps {
  readonly phone: Phone;
  readonly owner: Owner;
  readonly round: WalkedRound;
}

/** The last resort: the letters below a code that cannot be read. The short ones do not say which checkpoint it is. */
export function TypePage({ phone, owner, round }: TypeProps) {
  useEffect(() => watchPosition(), []);
  const scan = useScan({ phone, owner, round });
  if (scan.state.kind === 'done') {
    return <ScanResult phone={phone} owner={owner} made={scan.state} round={round} onMore={scan.again} />;
  }
  return <TypeForm phone={phone} owner={owner} round={round} scan={scan} />;
}

interface FormProps {
  readonly phone: Phone;
  readonly owner: Owner;
  readonly round: WalkedRound;
  readonly scan: ReturnType<typeof useScan>;
}

function useTyped({ phone, owner, round, scan }: FormProps) {
  const met = useMetCodes(owner);
  const [code, setCode] = useState('');
  const [chosen, setChosen] = useState<string | null>(null);
  const [wasPressed, setWasPressed] = useState(false);
  const isShort = foldLetters(code).length < typedCodeLength;
  const of = checkpointOf(code) ?? (isShort ? null : metPoint(met, code));
  const meant = chosen ?? expectedPoint(round)?.checkpointId ?? null;
  const checkpointId = of ?? meant;
  const lackingKey: LabelKey = isShort ? 'type.short' : 'type.pointMissing';
  const isLacking = isShort || checkpointId === null;
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    setWasPressed(true);
    if (checkpointId !== null && !isShort) {
      const isConfirmed = of !== null;
      scan.record({ checkpointId, method: 'typed', code: plainText(code), atMs: Date.now(), isConfirmed });
      return;
    }
    const lacking = isShort ? 'input:not([type=radio])' : 'fieldset';
    focusField(event.currentTarget.querySelector<HTMLElement>(lacking));
  };
  const point = checkpointId === null ? null : pointOf(checkpointId, round, phone.plan);
  const message = wasPressed && isLacking ? t(lackingKey, { count: typedCodeLength }) : null;
  const isElsewhere = of !== null && meant !== null && of !== meant;
  return { code, setCode, checkpointId, setChosen, point, isElsewhere, isShort, message, submit };
}

function TypeForm(props: FormProps) {
  const { round, scan } = props;
  const { code, setCode, checkpointId, setChosen, point, isElsewhere, isShort, message, submit } =
    useTyped(props);
  const isBusy = scan.state.kind === 'busy';
  const record = point === null ? t('type.submit') : t('type.submitAt', { point: point.name });
  const fault = message ?? scan.fault;
  return (
    <form onSubmit={submit} noValidate>
      <Screen
        title={t('type.title')}
        back={{ href: '#/round', label: t('back') }}
        actions={
          <>
            {fault !== null && (
              <Notice tone="missed" isUpdate>
                {fault}
              </Notice>
            )}
            <Button kind="primary" isSubmit isBusy={isBusy}>
              {isBusy ? t('scan.busy') : record}
            </Button>
          </>
        }
      >
        <Notice tone="late">{t('type.hint')}</Notice>
        <TextField
          label={t('type.code')}
          hint={t('type.where', { count: typedCodeLength })}
          fault={isShort && message !== null ? message : undefined}
          value={code}
          onChange={(event) => setCode(event.target.value)}
          autoCapitalize="characters"
          spellCheck={false}
        />
        {point !== null && !doesCount(point, { method: 'typed' }) && (
          <Notice tone="late">{t('type.counts', { methods: methodsText(point) })}</Notice>
        )}
        {isElsewhere && point !== null && <Notice isUpdate>{t('type.isOf', { point: point.name })}</Notice>}
        <Choice
          label={t('type.point')}
          fault={isShort || message === null ? undefined : message}
          value={checkpointId}
          options={pointsToChoose(round).map((each) => ({ value: each.checkpointId, label: each.name }))}
          onChoose={setChosen}
        />
      </Screen>
    </form>
  );
}
