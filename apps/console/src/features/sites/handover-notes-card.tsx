// Handover notes on a site's page: who left which for whom, and who has read them (FIELD-01).
import type { HandoverNote } from '@watchpost/contract/handover-notes';
import { pageSizeMax } from '@watchpost/domain/limits';
import { useState } from 'react';
import { t } from '../../lib/labels.ts';
import { RecordLink } from '../../lib/record-link.tsx';
import { guardHref } from '../../lib/record-links.ts';
import { Loaded } from '../../records/loaded.tsx';
import { timeWords } from '../../records/record-time.ts';
import { Button } from '../../ui/actions/button.tsx';
import { Card, CardFoot } from '../../ui/display/card.tsx';
import { StatusBadge } from '../../ui/display/status-badge.tsx';
import { useHandovers } from './posts.api.ts';
import styles from './posts.module.css';

const shownFirst = 5;

export function HandoverNotesCard({ siteId }: { readonly siteId: string }) {
  const [limit, setLimit] = useState(shownFirst);
  const query = useHandovers(siteId, limit);
  const { data, isFetching } = query;
  const hasMore = data !== undefined && data.count > data.data.length && limit < pageSizeMax;
  return (
    <Card title={t('handovers.title')} isFlush>
      <div className={styles.notes}>
        <Loaded query={query} height={80}>
          {({ data: notes }) =>
            notes.length === 0 ? (
              <p className={styles.quiet}>{t('handovers.none')}</p>
            ) : (
              <ul>
                {notes.map((note) => (
                  <Note key={note.id} note={note} />
                ))}
              </ul>
            )
          }
        </Loaded>
      </div>
      {hasMore && (
        <CardFoot>
          <Button size="small" isBusy={isFetching} onClick={() => setLimit(Math.min(limit * 4, pageSizeMax))}>
            {t('handovers.more')}
          </Button>
        </CardFoot>
      )}
    </Card>
  );
}

function Note({ note }: { readonly note: HandoverNote }) {
  const { guardId, guardName, deviceAtMs, isUrgent, text, reads } = note;
  const names = reads.map((read) =>
    t('handovers.read', { guard: read.guardName, at: timeWords(read.deviceAtMs) }),
  );
  return (
    <li className={styles.note}>
      <div className={styles.head}>
        <RecordLink group="GUARDS" href={guardHref(guardId)}>
          {guardName}
        </RecordLink>
        <span className={styles.quiet}>{timeWords(deviceAtMs)}</span>
        {isUrgent && <StatusBadge meaning="late">{t('handovers.urgent')}</StatusBadge>}
      </div>
      <p className={styles.words}>{text}</p>
      <span className={styles.quiet}>
        {reads.length === 0 ? t('handovers.unread') : t('handovers.reads', { names: names.join(', ') })}
      </span>
    </li>
  );
}
