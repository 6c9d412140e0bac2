// What a guard wrote and photographed: as long as the office does not have it, it can be shown here alone.
import { useEffect, useState } from 'react';
import { t } from '../../lib/labels.ts';
import { findPhoto } from '../../outbox/database.ts';
import type { Entry, OutboxRecord } from '../../outbox/records.ts';
import styles from './record-text.module.css';

function textOf(entry: Entry): string {
  if (entry.kind === 'incident') return entry.incident.description;
  if (entry.kind !== 'event') return '';
  if (entry.event.kind === 'handoverNoted') return entry.event.text;
  return entry.event.kind === 'checkpointAnswered' ? entry.event.note : '';
}

/** Photos of what is refused alone: the others are many, and on their way. */
export function RecordText({ record: { entry, state } }: { readonly record: OutboxRecord }) {
  const text = textOf(entry);
  return (
    <>
      {text !== '' && <p className={styles.words}>{text}</p>}
      {entry.kind === 'photo' && state === 'refused' && <RecordPhoto id={entry.id} />}
    </>
  );
}

function RecordPhoto({ id }: { readonly id: string }) {
  const [address, setAddress] = useState<string | null>(null);
  useEffect(() => {
    let made: string | null = null;
    let isGone = false;
    const open = async () => {
      const photo = await findPhoto(id);
      if (isGone || photo === null) return;
      made = URL.createObjectURL(photo);
      setAddress(made);
    };
    void open().catch(() => {});
    return () => {
      isGone = true;
      if (made !== null) URL.revokeObjectURL(made);
    };
  }, [id]);
  return address === null ? null : <img className={styles.photo} src={address} alt={t('entry.photo')} />;
}
