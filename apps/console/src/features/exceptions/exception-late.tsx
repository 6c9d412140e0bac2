// What was sent late for the due round of an exception, and its acceptance (TRUTH-04).
import type { LateDue } from '@watchpost/contract/due-rounds';
import { IconCircleCheck } from '@tabler/icons-react';
import { useSession } from '../../lib/current-session.ts';
import { t } from '../../lib/labels.ts';
import { dueRoundHref } from '../../lib/record-links.ts';
import { wallClock } from '../../lib/rounds/round-times.ts';
import { useShownZone, useZoneChoice } from '../../lib/rounds/shown-zone.ts';
import { AcceptLateDialog, useAsksToAccept } from '../../records/accept-late-dialog.tsx';
import { lateSentences, openArrivals } from '../../records/late-arrival-words.ts';
import { Button } from '../../ui/actions/button.tsx';
import { Card } from '../../ui/display/card.tsx';
import styles from './exceptions.module.css';
import { exceptionArea } from './exceptions.api.ts';

export function ExceptionLate({ due }: { readonly due: LateDue }) {
  const [asked, setAsked] = useAsksToAccept();
  const mayAccept = useSession((session) => session.hasAccessTo('PATROL_TOURS', 'edit'));
  const maySee = useSession((session) => session.canView('PATROL_TOURS'));
  const isOpen = openArrivals(due).length > 0;
  const choice = useZoneChoice();
  const zone = useShownZone(due.timeZone);
  const name = `${due.tourName}, ${wallClock(due.dueAtMs, zone)}`;
  return (
    <Card
      title={t('lateRounds.title')}
      actions={
        isOpen &&
        mayAccept && (
          <Button
            data-print="hide"
            icon={<IconCircleCheck size={16} aria-hidden />}
            onClick={() => setAsked(due)}
          >
            {t('lateRounds.accept')}
          </Button>
        )
      }
    >
      <p>{maySee ? <a href={dueRoundHref(due.id, choice)}>{name}</a> : name}</p>
      <ul className={styles.late}>
        {lateSentences({ ...due, timeZone: zone }).map((sentence) => (
          <li key={sentence}>{sentence}</li>
        ))}
      </ul>
      {isOpen && <p className={styles.quiet}>{t('lateRounds.waits')}</p>}
      {asked !== null && <AcceptLateDialog due={due} area={exceptionArea} onClose={() => setAsked(null)} />}
    </Card>
  );
}
