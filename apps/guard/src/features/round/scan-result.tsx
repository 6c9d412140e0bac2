import { IconArrowRight } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import { t } from '../../lib/labels.ts';
import { onNews } from '../../outbox/news.ts';
import { findRecord } from '../../outbox/phone.ts';
import type { OutboxRecord, Owner } from '../../outbox/records.ts';
import { openScans } from '../../outbox/briefing.ts';
import { missingPoints, pointsOf } from '../../outbox/round-progress.ts';
import type { WalkedRound } from '../../outbox/shift.ts';
import { Button, ButtonLink } from '../../ui/button.tsx';
import controls from '../../ui/controls.module.css';
import { Done, Notice } from '../../ui/notice.tsx';
import { Screen } from '../../ui/screen.tsx';
import { AnswerForm } from './answer-form.tsx';
import type { ScanDone } from './use-scan.ts';
import type { Doubt } from './what-was-read.ts';

/** The record as it stands: still here, or with the server's receipt. */
function useRecord(id: string): OutboxRecord | null {
  const [record, setRecord] = useState<OutboxRecord | null>(null);
  useEffect(() => {
    const read = () => void findRecord(id).then(setRecord, () => {});
    read();
    return onNews(read);
  }, [id]);
  return record;
}

const codeDoubts = {
  forgedCode: 'doubt.forged',
  wrongCode: 'doubt.wrong',
  retiredCode: 'doubt.retired',
  unknownTag: 'doubt.tag',
} as const;

/** Whether it is here or there, and what is doubtful about it, in words that help. */
function Standing({
  record,
  doubts,
}: {
  readonly record: OutboxRecord | null;
  readonly doubts: readonly Doubt[];
}) {
  const told = Object.entries(codeDoubts).filter(([flag]) => record?.flags?.includes(flag) === true);
  const isSent = record?.state === 'sent';
  return (
    <>
      {record?.state === 'refused' ? (
        <Notice tone="missed" isNews>
          {t('scan.refused')}
        </Notice>
      ) : (
        <Notice tone={isSent ? 'good' : 'plain'} isNews>
          {isSent ? t('scan.sent') : t('scan.here')}
        </Notice>
      )}
      {doubts.map(({ key, metres }) => (
        <Notice key={key} tone="late">
          {t(key, metres === undefined ? {} : { metres })}
        </Notice>
      ))}
      {told.map(([flag, key]) => (
        <Notice key={flag} tone="late">
          {t(key)}
        </Notice>
      ))}
    </>
  );
}

interface ResultProps {
  readonly owner: Owner;
  readonly made: ScanDone;
  readonly round: WalkedRound;
  readonly onMore: () => void;
}

/** Asks what there is to ask before it says what comes next. */
export function ScanResult({ owner, made, round, onMore }: ResultProps) {
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
  return (
    <Recorded made={made} round={round} onMore={onMore} onNote={mayNote ? () => setIsNoting(true) : null} />
  );
}

interface RecordedProps extends Omit<ResultProps, 'owner'> {
  readonly onNote: (() => void) | null;
}

function Recorded({ made, round, onMore, onNote }: RecordedProps) {
  const record = useRecord(made.id);
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
            <Button kind="primary" onPress={onMore}>
              {t('scan.another')}
              <IconArrowRight size={26} aria-hidden />
            </Button>
          )}
          {next === undefined && (
            <ButtonLink href="#/end" kind="primary">
              {t('round.end')}
            </ButtonLink>
          )}
          {onNote !== null && <Button onPress={onNote}>{t('answers.addNote')}</Button>}
          <ButtonLink href="#/round">{t('scan.toRound')}</ButtonLink>
        </>
      }
    >
      <Done title={made.name}>
        <span>{t('scan.recorded')}</span>
        <span className={controls.quiet}>{t('round.progress', { done: total - missing.length, total })}</span>
      </Done>
      <Standing record={record} doubts={made.doubts} />
      {next !== undefined && (
        <p>
          {t('scan.next')} <strong>{next.name}</strong>
        </p>
      )}
    </Screen>
  );
}
