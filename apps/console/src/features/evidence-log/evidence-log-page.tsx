import type { EvidenceHead, EvidenceLog } from '@watchpost/contract/evidence';
import { IconDownload, IconShieldCheck } from '@tabler/icons-react';
import { DateAndTime } from '../../lib/date-and-time.tsx';
import { currentLocale, t } from '../../lib/labels.ts';
import { LoadFailure } from '../../lib/load-failure.tsx';
import { PageActions } from '../../lib/page-actions.tsx';
import { timeWords } from '../../records/record-time.ts';
import { useSaving } from '../../reports/use-saving.ts';
import { VerificationPageButton } from '../../reports/verification-page-button.tsx';
import { Button } from '../../ui/actions/button.tsx';
import { Card, CardFoot } from '../../ui/display/card.tsx';
import { EmptyState } from '../../ui/display/empty-state.tsx';
import { Fact, Facts } from '../../ui/display/facts.tsx';
import { PlainTable } from '../../ui/display/plain-table.tsx';
import { Skeleton } from '../../ui/display/skeleton.tsx';
import { Stack } from '../../ui/display/stack.tsx';
import { VisuallyHidden } from '../../ui/display/visually-hidden.tsx';
import { WithAside } from '../../ui/display/with-aside.tsx';
import { DailyHeadsCard } from './daily-heads-card.tsx';
import { saveHead, saveNote, useEvidenceLog } from './evidence-log.api.ts';
import styles from './evidence-log-page.module.css';
import { LogAlarm, LogNotes } from './log-alarm.tsx';
import { WitnessesCard } from './witnesses-card.tsx';

/** How the log of evidence grows, what is to be kept of it elsewhere, and how a file is checked. */
export function EvidenceLogPage() {
  const log = useEvidenceLog();
  const [newest] = log.data?.pages ?? [];
  const head = newest?.heads[0];
  if (newest === undefined) {
    return log.error === null ? (
      <Skeleton height={320} />
    ) : (
      <LoadFailure title={t('evidence.loadFailed')} error={log.error} onRetry={() => void log.refetch()} />
    );
  }
  const heads = log.data?.pages.flatMap((page) => page.heads) ?? [];
  return (
    <>
      <PageActions>
        {head !== undefined && (
          <Button
            variant="primary"
            icon={<IconDownload size={18} aria-hidden />}
            onClick={() => saveHead(head)}
          >
            {t('evidence.saveHead')}
          </Button>
        )}
      </PageActions>
      {newest.fault !== null && <LogAlarm fault={newest.fault} />}
      <WithAside aside={<Aside log={newest} />}>
        <Summary log={newest} head={head} />
        <LogNotes log={newest} />
        <DailyHeadsCard published={newest.published} />
        <WitnessesCard />
        <Heads
          heads={heads}
          isLoading={log.isFetchingNextPage}
          onMore={log.hasNextPage ? () => void log.fetchNextPage() : undefined}
        />
      </WithAside>
    </>
  );
}

interface SummaryProps {
  readonly log: EvidenceLog;
  readonly head: EvidenceHead | undefined;
}

function Summary({ log: { waiting, headCount }, head }: SummaryProps) {
  return (
    <Card title={t('evidence.now')}>
      <Facts>
        <Fact label={t('evidence.lastSealed')}>
          {head === undefined ? (
            t('evidence.never')
          ) : (
            <time>
              <DateAndTime text={timeWords(head.atMs)} />
            </time>
          )}
        </Fact>
        <Fact label={t('evidence.size')}>{(head?.size ?? 0).toLocaleString(currentLocale())}</Fact>
        <Fact label={t('evidence.waiting')}>{waiting.toLocaleString(currentLocale())}</Fact>
        <Fact label={t('evidence.headCount')}>{headCount.toLocaleString(currentLocale())}</Fact>
      </Facts>
    </Card>
  );
}

interface HeadsProps {
  readonly heads: readonly EvidenceHead[];
  readonly isLoading: boolean;
  /** Left out at the beginning of the log. */
  readonly onMore: (() => void) | undefined;
}

function Heads({ heads, isLoading, onMore }: HeadsProps) {
  if (heads.length === 0) {
    return (
      <Card title={t('evidence.heads')}>
        <EmptyState
          icon={<IconShieldCheck size={32} aria-hidden />}
          title={t('evidence.noneYet')}
          reason={t('evidence.noneYetWhy')}
        />
      </Card>
    );
  }
  return (
    <Card title={t('evidence.heads')} isFlush>
      <PlainTable label={t('evidence.heads')} isFocusable>
        <thead>
          <tr>
            <th scope="col">{t('evidence.sealedAt')}</th>
            <th scope="col" data-is-number>
              {t('evidence.size')}
            </th>
            <th scope="col">{t('evidence.root')}</th>
            <th scope="col">{t('evidence.key')}</th>
            <th scope="col">
              <VisuallyHidden>{t('evidence.save')}</VisuallyHidden>
            </th>
          </tr>
        </thead>
        <tbody>
          {heads.map((head) => (
            <HeadRow key={head.size} head={head} />
          ))}
        </tbody>
      </PlainTable>
      {onMore !== undefined && (
        <CardFoot>
          <Button size="small" disabled={isLoading} onClick={onMore}>
            {t('evidence.older')}
          </Button>
        </CardFoot>
      )}
    </Card>
  );
}

function HeadRow({ head }: { readonly head: EvidenceHead }) {
  const time = timeWords(head.atMs);
  const note = useSaving(() => saveNote(head.size));
  return (
    <tr>
      <td>{time}</td>
      <td data-is-number>{head.size.toLocaleString(currentLocale())}</td>
      <td>
        <Short hash={head.root} />
      </td>
      <td>
        <Short hash={head.key} />
      </td>
      <td>
        <Button
          size="small"
          variant="quiet"
          aria-label={t('evidence.saveThis', { time })}
          onClick={() => saveHead(head)}
        >
          {t('evidence.save')}
        </Button>
        <Button
          size="small"
          variant="quiet"
          isBusy={note.isBusy}
          aria-label={t('evidence.saveNoteOf', { name: time })}
          onClick={() => void note.start()}
        >
          {t('evidence.note')}
        </Button>
      </td>
    </tr>
  );
}

/** The beginning of a hash; all of it where the pointer rests. */
function Short({ hash }: { readonly hash: string }) {
  return (
    <code className={styles.code} title={hash}>
      {hash.slice(0, 12)}…
    </code>
  );
}

function Aside({ log: { keys, noteKeys } }: { readonly log: EvidenceLog }) {
  return (
    <>
      <Card title={t('evidence.check')}>
        <Stack>
          <ol className={styles.steps}>
            <li>{t('evidence.stepFile')}</li>
            <li>{t('evidence.stepPage')}</li>
            <li>{t('evidence.stepHead')}</li>
          </ol>
          <VerificationPageButton />
          <p className={styles.quiet}>{t('evidence.command')}</p>
        </Stack>
      </Card>
      <Card title={t('evidence.keys')}>
        <Stack>
          <p className={styles.quiet}>{t('evidence.keysWords')}</p>
          {keys.map(({ key, firstUsedMs }) => (
            <div key={key}>
              <code className={styles.code}>{key}</code>
              <p className={styles.quiet}>{t('evidence.keySince', { time: timeWords(firstUsedMs) })}</p>
            </div>
          ))}
          <p className={styles.quiet}>{t('evidence.noteKeysWords')}</p>
          {noteKeys.map((key) => (
            <code key={key} className={styles.code}>
              {key}
            </code>
          ))}
        </Stack>
      </Card>
    </>
  );
}
