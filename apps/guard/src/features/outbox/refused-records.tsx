// What the server refused stays on the phone (decision 0017). What the guard has read of it lies below, and is told of no more.
import { useEffect, useRef } from 'react';
import { t } from '../../lib/labels.ts';
import { useCommand } from '../../lib/use-command.ts';
import type { Phone } from '../../outbox/phone.ts';
import { markRead } from '../../outbox/recording.ts';
import type { OutboxRecord } from '../../outbox/records.ts';
import { Button } from '../../ui/button.tsx';
import controls from '../../ui/controls.module.css';
import { Notice } from '../../ui/notice.tsx';
import { Records } from './records-list.tsx';
import styles from './refused-records.module.css';

const isRead = (record: OutboxRecord) => record.isRead === true;

export function RefusedRecords({ phone }: { readonly phone: Phone }) {
  const unread = phone.refused.filter((record) => !isRead(record));
  const read = phone.refused.filter(isRead);
  const command = useCommand();
  const { frame, moveFrom } = useFocusOfNext(unread.length);
  const put = ({ seq }: OutboxRecord) => {
    moveFrom(unread.findIndex((record) => record.seq === seq));
    command.run(() => markRead(seq));
  };
  return (
    <div ref={frame} className={styles.refused}>
      {unread.length > 0 && (
        <section className={controls.field} aria-labelledby="refused">
          <h2 id="refused" className={controls.label}>
            {t('outbox.refused')}
          </h2>
          <p className={controls.quiet}>{t('outbox.refusedHint')}</p>
          <Records
            phone={phone}
            records={unread}
            label={t('outbox.refused')}
            deedOf={(record, title) => (
              <Button
                isBusy={command.isBusy}
                label={`${t('outbox.read')}: ${title}`}
                onPress={() => put(record)}
              >
                {t('outbox.read')}
              </Button>
            )}
          />
        </section>
      )}
      {command.fault !== null && (
        <Notice tone="missed" isUpdate>
          {command.fault}
        </Notice>
      )}
      {read.length > 0 && (
        <details>
          <summary className={styles.summary}>{t('outbox.readCount', { count: read.length })}</summary>
          <Records phone={phone} records={read} label={t('outbox.readCount', { count: read.length })} />
        </details>
      )}
    </div>
  );
}

/** Who works by keyboard or hears the page goes on with what takes the place of the record that was put away. */
function useFocusOfNext(count: number) {
  const frame = useRef<HTMLDivElement>(null);
  const left = useRef<number | null>(null);
  useEffect(() => {
    const at = left.current;
    left.current = null;
    if (at === null) return;
    const deeds = frame.current?.querySelectorAll<HTMLElement>('section button');
    (deeds?.item(Math.min(at, count - 1)) ?? frame.current?.querySelector('summary'))?.focus();
  }, [count]);
  const moveFrom = (at: number) => {
    left.current = at;
  };
  return { frame, moveFrom };
}
