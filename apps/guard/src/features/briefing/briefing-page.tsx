// What a guard must know before the first round: post orders and notes of colleagues, one after the other (FIELD-01).
import { IconAlertTriangle } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { t } from '../../lib/labels.ts';
import { clockTime, dayTime } from '../../lib/times.ts';
import { useCommand } from '../../lib/use-command.ts';
import { useSettled } from '../../lib/use-settled.ts';
import { acknowledgeNote, acknowledgeOrders } from '../../outbox/post-commands.ts';
import { type Brief, writtenAtMs } from '../../outbox/briefing.ts';
import type { Owner } from '../../outbox/records.ts';
import { Button, ButtonLink } from '../../ui/button.tsx';
import controls from '../../ui/controls.module.css';
import { Notice } from '../../ui/notice.tsx';
import { Screen } from '../../ui/screen.tsx';
import styles from './briefing-page.module.css';

interface BriefingProps {
  readonly owner: Owner;
  readonly brief: Brief;
  /** With this one. */
  readonly count: number;
  readonly status: ReactNode;
}

export function BriefingPage({ owner, brief, count, status }: BriefingProps) {
  const command = useCommand();
  // The second of two quick presses falls on the page that comes next, at the same place.
  const isSettled = useSettled();
  const { siteName } = brief.post;
  const acknowledge = () =>
    command.run(() =>
      brief.kind === 'orders'
        ? acknowledgeOrders(owner, brief.orders.id, siteName)
        : acknowledgeNote(owner, brief.note.id, siteName),
    );
  return (
    <Screen
      title={t(brief.kind === 'orders' ? 'briefing.orders' : 'briefing.handover')}
      actions={
        <>
          {command.fault !== null && <Notice tone="missed">{command.fault}</Notice>}
          <Button kind="primary" isBusy={command.isBusy || !isSettled} onPress={acknowledge}>
            {t(brief.kind === 'orders' ? 'briefing.acknowledge' : 'briefing.read')}
          </Button>
          <ButtonLink href="#/incident">
            <IconAlertTriangle size={24} aria-hidden />
            {t('incident.title')}
          </ButtonLink>
        </>
      }
    >
      {status}
      <div>
        <strong>{siteName}</strong>
        <span className={controls.quiet}>{headOf(brief)}</span>
      </div>
      {brief.kind === 'handover' && brief.note.isUrgent && (
        <Notice tone="late">{t('briefing.urgent')}</Notice>
      )}
      <p className={styles.text}>{brief.kind === 'orders' ? brief.orders.text : brief.note.text}</p>
      {count > 1 && <p className={controls.quiet}>{t('briefing.more', { count: count - 1 })}</p>}
    </Screen>
  );
}

function headOf(brief: Brief): string {
  const { siteTimeZone } = brief.post;
  if (brief.kind === 'orders') {
    const { no, effectiveFromMs } = brief.orders;
    return t('briefing.version', { no, date: dayTime(effectiveFromMs, siteTimeZone) });
  }
  const atMs = writtenAtMs(brief.note);
  const at = `${dayTime(atMs, siteTimeZone)} ${clockTime(atMs, siteTimeZone)}`;
  return t('briefing.from', { guard: brief.note.guardName, at });
}
