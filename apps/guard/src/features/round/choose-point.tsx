import { IconMapPin } from '@tabler/icons-react';
import { t } from '../../lib/labels.ts';
import type { PlannedPoint } from '../../outbox/records.ts';
import { missingPoints } from '../../outbox/round-progress.ts';
import type { WalkedRound } from '../../outbox/shift.ts';
import { Button } from '../../ui/button.tsx';
import controls from '../../ui/controls.module.css';
import { Notice } from '../../ui/notice.tsx';
import { RowButton } from '../../ui/row-button.tsx';
import { Screen } from '../../ui/screen.tsx';

interface ChooseProps {
  readonly round: WalkedRound;
  readonly isBusy: boolean;
  readonly fault: string | null;
  readonly onBack: () => void;
  readonly onChoose: (point: PlannedPoint) => void;
}

/** The missing ones first, since one of them it will be. */
export function pointsToChoose(round: WalkedRound): PlannedPoint[] {
  const missing = missingPoints(round);
  const rest = round.route.checkpoints.filter((point) => !missing.includes(point));
  return [...new Map([...missing, ...rest].map((point) => [point.checkpointId, point])).values()];
}

/** Tags and codes of another system do not say where they hang. */
export function ChoosePoint({ round, isBusy, fault, onBack, onChoose }: ChooseProps) {
  return (
    <Screen
      title={t('choose.title')}
      actions={
        <>
          {fault !== null && (
            <Notice tone="missed" isNews>
              {fault}
            </Notice>
          )}
          {isBusy && <Notice isNews>{t('scan.busy')}</Notice>}
          <Button onPress={onBack}>{t('choose.back')}</Button>
        </>
      }
    >
      <p>{t('choose.hint')}</p>
      <ul className={controls.field}>
        {pointsToChoose(round).map((point) => (
          <li key={point.checkpointId}>
            <RowButton
              title={point.name}
              icon={<IconMapPin size={24} aria-hidden />}
              isBusy={isBusy}
              onPress={() => onChoose(point)}
            />
          </li>
        ))}
      </ul>
    </Screen>
  );
}
