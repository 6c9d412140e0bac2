import { IconBulb, IconCamera, IconCurrentLocation, IconKeyboard } from '@tabler/icons-react';
import { type ReactNode, useEffect, useRef } from 'react';
import { t } from '../../lib/labels.ts';
import { watchPosition } from '../../lib/whereabouts.ts';
import type { Phone } from '../../outbox/phone.ts';
import { pointsTaking } from '../../outbox/point-methods.ts';
import type { Owner } from '../../outbox/records.ts';
import type { WalkedRound } from '../../outbox/shift.ts';
import { Button, ButtonLink } from '../../ui/button.tsx';
import { Notice } from '../../ui/notice.tsx';
import { Screen } from '../../ui/screen.tsx';
import { ChoosePoint } from './choose-point.tsx';
import styles from './round-page.module.css';
import { ScanFault } from './scan-fault.tsx';
import { ScanResult } from './scan-result.tsx';
import { useCamera } from './use-camera.ts';
import { useReading } from './use-reading.ts';
import { useScan } from './use-scan.ts';
import { useTags } from './use-tags.ts';

interface ScanProps {
  readonly phone: Phone;
  readonly owner: Owner;
  readonly round: WalkedRound;
  readonly status: ReactNode;
}

export function ScanPage({ phone, owner, round, status }: ScanProps) {
  useEffect(() => watchPosition(), []);
  const scan = useScan({ phone, owner, round });
  const reading = useReading({ phone, round, scan });
  const { unplaced } = reading;
  if (scan.state.kind === 'done') {
    return (
      <ScanResult phone={phone} owner={owner} made={scan.state} round={round} onMore={reading.readNext} />
    );
  }
  if (unplaced !== null) {
    return (
      <ChoosePoint
        round={round}
        isBusy={scan.state.kind === 'busy'}
        fault={scan.fault}
        codeText={unplaced.method === 'qr' ? unplaced.code : null}
        onBack={reading.passOver}
        onChoose={({ checkpointId }) => scan.record({ checkpointId, ...unplaced, isConfirmed: false })}
      />
    );
  }
  return <Viewfinder scan={scan} round={round} reading={reading} status={status} />;
}

/** Where the camera fails a code may be typed that counts for less, rather than nothing at all. */
function OtherWays({ round, isOnlyWay }: { readonly round: WalkedRound; readonly isOnlyWay: boolean }) {
  const { checkpoints } = round.route;
  const mayType = isOnlyWay || pointsTaking(checkpoints, 'typed').length > 0;
  return (
    <>
      {pointsTaking(checkpoints, 'position').length > 0 && (
        <ButtonLink href="#/position">
          <IconCurrentLocation size={24} aria-hidden />
          {t('round.position')}
        </ButtonLink>
      )}
      {mayType && (
        <ButtonLink href="#/type" kind={isOnlyWay ? 'primary' : 'quiet'}>
          <IconKeyboard size={24} aria-hidden />
          {t('round.type')}
        </ButtonLink>
      )}
    </>
  );
}

interface ViewfinderProps {
  readonly scan: ReturnType<typeof useScan>;
  readonly round: WalkedRound;
  readonly reading: ReturnType<typeof useReading>;
  readonly status: ReactNode;
}

/** Camera and tag reader at once: whatever is read first counts. */
function Viewfinder({ scan, round, reading, status }: ViewfinderProps) {
  const video = useRef<HTMLVideoElement>(null);
  const isReading = scan.state.kind === 'ready';
  const camera = useCamera(video, isReading, round.id, reading.takeOne);
  const hasTags = useTags(isReading, reading.takeTag);
  const { onceMore } = reading;
  const hint = hasTags ? t('scan.hintTags') : t('scan.hint');
  const aim = onceMore === null ? hint : t('scan.stillThere');
  const instruction = camera.isReading ? aim : t('scan.opening');
  return (
    <Screen
      title={t('scan.title')}
      back={{ href: '#/round', label: t('back') }}
      actions={
        <>
          <ScanFault fault={scan.fault} />
          {onceMore !== null && <Button onPress={onceMore}>{t('scan.onceMore')}</Button>}
          {camera.hasTorch && (
            <Button onPress={camera.switchTorch}>
              <IconBulb size={24} aria-hidden />
              {camera.isLit ? t('scan.torchOff') : t('scan.torchOn')}
            </Button>
          )}
          {camera.fault !== null && (
            <Button onPress={camera.tryAgain}>
              <IconCamera size={24} aria-hidden />
              {t('scan.tryAgain')}
            </Button>
          )}
          <OtherWays round={round} isOnlyWay={camera.fault !== null} />
        </>
      }
    >
      {status}
      {camera.fault !== null && <Notice tone="late">{t(camera.fault)}</Notice>}
      <div className={styles.camera} data-reading={isReading} hidden={camera.fault !== null}>
        <video ref={video} muted playsInline aria-label={t('scan.picture')} />
        <span className={styles.frame} aria-hidden />
      </div>
      {camera.fault === null && <output>{isReading ? instruction : t('scan.busy')}</output>}
    </Screen>
  );
}
