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
import styles from './round-page.module.css';

interface ChooseProps {
  readonly round: WalkedRound;
  /** By the code that was read; a tag says nothing that anybody can read. */
  readonly codeText: string | null;
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

/** Enough to tell a poster of somebody's from a code that hangs there for rounds. */
const codeTextMax = 60;

/** Tags and codes of another system do not say where they hang. */
export function ChoosePoint({ round, codeText, isBusy, fault, onBack, onChoose }: ChooseProps) {
  return (
    <Screen
      title={t('choose.title')}
      actions={
        <>
          {fault !== null && (
            <Notice tone="missed" isUpdate>
              {fault}
            </Notice>
          )}
          {isBusy && <Notice isUpdate>{t('scan.busy')}</Notice>}
          <Button onPress={onBack}>{t('choose.back')}</Button>
        </>
      }
    >
      <p>{t('choose.hint')}</p>
      {codeText !== null && (
        <p className={styles.said}>{t('choose.said', { text: codeText.slice(0, codeTextMax) })}</p>
      )}
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
