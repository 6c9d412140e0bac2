import { IconBulb, IconCamera, IconKeyboard } from '@tabler/icons-react';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { t } from '../../lib/labels.ts';
import { watchPosition } from '../../lib/whereabouts.ts';
import type { Phone } from '../../outbox/phone.ts';
import type { Owner } from '../../outbox/records.ts';
import type { WalkedRound } from '../../outbox/shift.ts';
import { Button, ButtonLink } from '../../ui/button.tsx';
import { Notice } from '../../ui/notice.tsx';
import { Screen } from '../../ui/screen.tsx';
import { ChoosePoint } from './choose-point.tsx';
import styles from './round-page.module.css';
import { ScanResult } from './scan-result.tsx';
import { useCamera } from './use-camera.ts';
import { useScan } from './use-scan.ts';
import { useTags } from './use-tags.ts';
import { checkpointOf, rankOf } from './what-was-read.ts';
import { makeCodeChoice } from './which-code.ts';

interface ScanProps {
  readonly phone: Phone;
  readonly owner: Owner;
  readonly round: WalkedRound;
  readonly status: ReactNode;
}

interface Unplaced {
  readonly method: 'qr' | 'nfc';
  readonly code: string;
  readonly atMs: number;
}

export function ScanPage({ phone, owner, round, status }: ScanProps) {
  useEffect(() => watchPosition(), []);
  const scan = useScan({ phone, owner, round });
  /** Read, but of a checkpoint that only the guard can name. */
  const [unplaced, setUnplaced] = useState<Unplaced | null>(null);
  const [choice] = useState(makeCodeChoice);
  const isReading = scan.state.kind === 'ready' && unplaced === null;
  const take = (method: 'qr' | 'nfc', code: string) => {
    const atMs = Date.now();
    const checkpointId = method === 'qr' ? checkpointOf(code) : null;
    if (checkpointId === null) setUnplaced({ method, code, atMs });
    else scan.record({ checkpointId, method, code, atMs });
  };
  const takeOne = (codes: readonly string[]): boolean => {
    const rank = (code: string) => rankOf(code, round, phone.plan);
    const code = choice.choose(codes, rank, performance.now());
    if (code !== null) take('qr', code);
    return code !== null;
  };
  if (scan.state.kind === 'done') {
    const readNext = () => {
      setUnplaced(null);
      scan.again();
    };
    return <ScanResult phone={phone} owner={owner} made={scan.state} round={round} onMore={readNext} />;
  }
  if (unplaced !== null) {
    return (
      <ChoosePoint
        round={round}
        isBusy={scan.state.kind === 'busy'}
        fault={scan.fault}
        said={unplaced.method === 'qr' ? unplaced.code : null}
        onBack={() => {
          choice.turnDown(unplaced.code, performance.now());
          setUnplaced(null);
        }}
        onChoose={({ checkpointId }) => scan.record({ checkpointId, ...unplaced })}
      />
    );
  }
  return (
    <Viewfinder
      scan={scan}
      isReading={isReading}
      status={status}
      onCodes={takeOne}
      onTag={(tag) => take('nfc', tag)}
    />
  );
}

interface ViewfinderProps {
  readonly scan: ReturnType<typeof useScan>;
  readonly isReading: boolean;
  readonly status: ReactNode;
  readonly onCodes: (codes: readonly string[]) => boolean;
  readonly onTag: (tagId: string) => void;
}

/** Camera and tag reader at once: whatever is read first counts. */
function Viewfinder({ scan, isReading, status, onCodes, onTag }: ViewfinderProps) {
  const video = useRef<HTMLVideoElement>(null);
  const camera = useCamera(video, isReading, onCodes);
  const hasTags = useTags(isReading, onTag);
  const hint = hasTags ? t('scan.hintTags') : t('scan.hint');
  const told = camera.isReading ? hint : t('scan.opening');
  return (
    <Screen
      title={t('scan.title')}
      back={{ href: '#/round', label: t('back') }}
      actions={
        <>
          {scan.fault !== null && (
            <Notice tone="missed" isNews>
              {scan.fault}
            </Notice>
          )}
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
          <ButtonLink href="#/type" kind={camera.fault === null ? 'quiet' : 'primary'}>
            <IconKeyboard size={24} aria-hidden />
            {t('round.type')}
          </ButtonLink>
        </>
      }
    >
      {status}
      {camera.fault !== null && <Notice tone="late">{t(camera.fault)}</Notice>}
      <div className={styles.camera} data-reading={isReading} hidden={camera.fault !== null}>
        <video ref={video} muted playsInline aria-label={t('scan.picture')} />
        <span className={styles.frame} aria-hidden />
      </div>
      {camera.fault === null && <output>{scan.state.kind === 'busy' ? t('scan.busy') : told}</output>}
    </Screen>
  );
}
