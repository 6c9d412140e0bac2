import type { ReactNode } from 'react';
import {
  IconAlertTriangle,
  IconCamera,
  IconClock,
  IconFlag,
  IconMapPin,
  IconQrcode,
  IconSos,
} from '@tabler/icons-react';
import { type LabelKey, t } from '../../lib/labels.ts';
import type { Phone } from '../../outbox/phone.ts';
import type { Entry, OutboxRecord } from '../../outbox/records.ts';
import { siteTime } from '../../outbox/site-time.ts';
import controls from '../../ui/controls.module.css';
import { Row } from '../../ui/row-button.tsx';
import { RecordText } from './record-text.tsx';

const shownMax = 100;

function keyOf(entry: Entry): LabelKey {
  return entry.kind === 'event' ? `entry.${entry.event.kind}` : `entry.${entry.kind}`;
}

function iconOf(entry: Entry) {
  const icons = {
    incident: IconAlertTriangle,
    photo: IconCamera,
    sos: IconSos,
    sosPosition: IconMapPin,
    sosSafe: IconFlag,
  };
  if (entry.kind !== 'event') return icons[entry.kind];
  return entry.event.kind === 'checkpointScanned' ? IconQrcode : IconClock;
}

const refusals: Readonly<Record<string, LabelKey>> = {
  notFound: 'refusal.notFound',
  idReused: 'refusal.idReused',
  photosFull: 'refusal.photosFull',
  photoLost: 'refusal.photoLost',
  tooLarge: 'refusal.tooLarge',
};

/** In the guard's language; the server's words, which are not, only where there are no others. */
function whyOf({ code, message }: NonNullable<OutboxRecord['refusal']>): string {
  const key = refusals[code];
  return key === undefined ? `${t('refusal.other')} ${message}` : t(key);
}

interface RecordsProps {
  readonly phone: Phone;
  readonly records: readonly OutboxRecord[];
  readonly label: string;
  /** What can be done with each, by its name. */
  readonly deedOf?: (record: OutboxRecord, title: string) => ReactNode;
}

export function Records({ phone, records, label, deedOf }: RecordsProps) {
  const more = records.length - shownMax;
  return (
    <ul className={controls.field} aria-label={label}>
      {records.slice(0, shownMax).map((record) => {
        const Icon = iconOf(record.entry);
        const { refusal } = record;
        const what = t(keyOf(record.entry));
        const title = record.about || what;
        const detail = [
          siteTime(record.time.wallMs, phone, record.time),
          ...(title === what ? [] : [what]),
          ...(refusal === undefined ? [] : [whyOf(refusal)]),
        ].join(' · ');
        return (
          <li key={record.id}>
            <Row title={title} detail={detail} icon={<Icon size={24} aria-hidden />} />
            <RecordText record={record} />
            {deedOf?.(record, title)}
          </li>
        );
      })}
      {more > 0 && <li className={controls.quiet}>{t('outbox.more', { count: more })}</li>}
    </ul>
  );
}
