import type { ExceptionEvent } from '@watchpost/contract/exceptions';
import { t } from '../../lib/labels.ts';
import { SiteTime } from '../../lib/rounds/round-cells.tsx';
import { Card } from '../../ui/display/card.tsx';
import { HistoryList } from '../../ui/display/history-list.tsx';
import { outcomeText, reasonText } from './exception-texts.tsx';

const tones: Partial<Record<ExceptionEvent['kind'], 'good' | 'bad'>> = {
  closed: 'good',
  excused: 'good',
  accepted: 'good',
  madeGood: 'good',
  opened: 'bad',
  escalated: 'bad',
  reopened: 'bad',
};

interface HistoryProps {
  readonly history: readonly ExceptionEvent[];
  /** The site's zone. */
  readonly zone: string;
}

/** Newest first. */
export function ExceptionHistory({ history, zone }: HistoryProps) {
  return (
    <Card title={t('exceptions.history')}>
      <HistoryList
        items={history.toReversed().map((event) => ({
          id: event.id,
          title: titleOf(event),
          time: <SiteTime atMs={event.atMs} zone={zone} />,
          actor: event.actorKind === 'system' ? t('exceptions.bySystem') : event.actorName,
          text: event.text,
          tone: tones[event.kind],
        }))}
      />
    </Card>
  );
}

function titleOf({ kind, owner, outcome, reasons, fileName }: ExceptionEvent): string {
  const text = reasons.map(reasonText).join(', ');
  switch (kind) {
    case 'opened':
      return t('exceptions.event.opened', { reasons: text });
    case 'flagsAdded':
      return t('exceptions.event.flagsAdded', { reasons: text });
    case 'assigned':
      return owner === '' ? t('exceptions.event.givenBack') : t('exceptions.event.assigned', { name: owner });
    case 'evidence':
      return t('exceptions.event.evidence', { name: fileName });
    case 'closed':
      return t('exceptions.event.closed', { outcome: outcome === null ? '' : outcomeText(outcome) });
    case 'escalated':
    case 'madeGood':
    case 'taken':
    case 'comment':
    case 'excused':
    case 'accepted':
    case 'reopened':
      return t(`exceptions.event.${kind}`);
  }
}
