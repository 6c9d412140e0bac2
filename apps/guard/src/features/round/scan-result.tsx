import { IconArrowRight } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import { t } from '../../lib/labels.ts';
import { onNews } from '../../outbox/news.ts';
import { findRecord } from '../../outbox/phone.ts';
import type { OutboxRecord } from '../../outbox/records.ts';
import { missingPoints, pointsOf } from '../../outbox/round-progress.ts';
import type { WalkedRound } from '../../outbox/shift.ts';
import { Button, ButtonLink } from '../../ui/button.tsx';
import controls from '../../ui/controls.module.css';
import { Done, Notice } from '../../ui/notice.tsx';
import { Screen } from '../../ui/screen.tsx';
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
  readonly made: ScanDone;
  readonly round: WalkedRound;
  readonly onMore: () => void;
}

export function ScanResult({ made, round, onMore }: ResultProps) {
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
