import { IconArrowRight } from '@tabler/icons-react';
import { useState } from 'react';
import { type LabelKey, t, translate } from '../../lib/labels.ts';
import { openScans } from '../../outbox/briefing.ts';
import type { Phone } from '../../outbox/phone.ts';
import type { Owner, PlannedPoint } from '../../outbox/records.ts';
import { missingPoints, pointsOf } from '../../outbox/round-progress.ts';
import type { WalkedRound } from '../../outbox/shift.ts';
import { Button, ButtonLink } from '../../ui/button.tsx';
import controls from '../../ui/controls.module.css';
import { Notice } from '../../ui/notice.tsx';
import { Outcome, type OutcomeKind } from '../../ui/outcome.tsx';
import { Screen } from '../../ui/screen.tsx';
import { AnswerForm } from './answer-form.tsx';
import styles from './round-page.module.css';
import { useScanOutcome } from './use-scan-outcome.ts';
import type { ScanDone } from './use-scan.ts';
import type { ScanFlag } from './what-was-read.ts';

interface ResultProps {
  readonly phone: Phone;
  readonly owner: Owner;
  readonly made: ScanDone;
  readonly round: WalkedRound;
  /** For the same one once more, where it was refused, or the next. */
  readonly onMore: (isSame: boolean) => void;
}

/** Asks what there is to ask before it says what comes next. */
export function ScanResult({ owner, made, round, ...rest }: ResultProps) {
  const scan = round.scans.find(({ id }) => id === made.id);
  const open = openScans(round).find((each) => each.scan.id === made.id);
  const [isNoting, setIsNoting] = useState(false);
  if (scan !== undefined && (open !== undefined || isNoting)) {
    return (
      <AnswerForm
        owner={owner}
        scanId={scan.id}
        checkpointId={scan.checkpointId}
        name={made.name}
        asked={open?.asked ?? null}
        onDone={() => setIsNoting(false)}
      />
    );
  }
  const mayNote = scan !== undefined && scan.isAnswered !== true;
  return <Made made={made} round={round} {...rest} onNote={mayNote ? () => setIsNoting(true) : null} />;
}

interface MadeProps extends Omit<ResultProps, 'owner'> {
  readonly onNote: (() => void) | null;
}

const titles: Readonly<Record<OutcomeKind, LabelKey>> = {
  saved: 'scan.kept',
  taken: 'scan.recorded',
  flagged: 'scan.doubted',
  refused: 'scan.refusedTitle',
};

function textOf(kind: OutcomeKind, { session }: Phone): string {
  if (kind === 'refused') return t('scan.refused');
  if (kind !== 'saved') return t('scan.sent');
  return t(session?.token === null ? 'signIn.again' : 'scan.here');
}

function Made({ phone, made, round, onMore, onNote }: MadeProps) {
  const { kind, flags, countsAt } = useScanOutcome(made.id, made.flags, { round, plan: phone.plan });
  const scan = round.scans.find(({ id }) => id === made.id);
  const isUnconfirmed = kind === 'saved' && scan?.isUnconfirmed === true;
  const total = pointsOf(round.route);
  const missing = missingPoints(round);
  const [next] = missing;
  return (
    <Screen
      title={t('scan.title')}
      back={{ href: '#/round', label: t('back') }}
      actions={
        <>
          {next !== undefined && (
            <Button kind="primary" onPress={() => onMore(kind === 'refused')}>
              {t(kind === 'refused' ? 'scan.again' : 'scan.another')}
              <IconArrowRight size={26} aria-hidden />
            </Button>
          )}
          {next === undefined && (
            <ButtonLink href="#/end" kind="primary">
              {t('round.end')}
            </ButtonLink>
          )}
          <div className={onNote === null ? undefined : styles.pair}>
            {onNote !== null && <Button onPress={onNote}>{t('answers.addNote')}</Button>}
            <ButtonLink href="#/round">{t('scan.toRound')}</ButtonLink>
          </div>
        </>
      }
    >
      <Outcome
        kind={kind}
        title={t(isUnconfirmed ? 'scan.unconfirmed' : titles[kind])}
        below={<NextAndFlags next={next} flags={flags} />}
      >
        <span>{countsAt === undefined ? made.name : (countsAt ?? t('scan.nowhere'))}</span>
        <span className={controls.quiet}>
          {isUnconfirmed ? t('scan.unconfirmedWhy', { point: made.name }) : textOf(kind, phone)}
        </span>
      </Outcome>
      <p className={controls.quiet}>{t('round.progress', { done: total - missing.length, total })}</p>
    </Screen>
  );
}

interface NextAndFlagsProps {
  readonly next: PlannedPoint | undefined;
  readonly flags: readonly ScanFlag[];
}

function NextAndFlags({ next, flags }: NextAndFlagsProps) {
  return (
    <>
      {next !== undefined && (
        <p className={styles.nextPoint}>
          {t('scan.next')} <strong>{next.name}</strong>
        </p>
      )}
      {flags.map(({ key, isHint, ...values }) => (
        <Notice key={key} tone={isHint === true ? 'plain' : 'late'}>
          {translate(key, values)}
        </Notice>
      ))}
    </>
  );
}
