// Switches of the board: sound, wall screen, and on the wall light, full screen and the way back.
import {
  IconArrowsMaximize,
  IconArrowsMinimize,
  IconDeviceTv,
  IconHistory,
  IconLogout2,
  IconMoon,
  IconSun,
  IconUrgent,
  IconVolume,
  IconVolume3,
  IconVolumeOff,
} from '@tabler/icons-react';
import { useState } from 'react';
import { chooseColorScheme, isDarkNow, storedColorScheme } from '../../lib/color-scheme.ts';
import { currentLocale, t } from '../../lib/labels.ts';
import { secondsFormat, wallClock } from '../../lib/rounds/round-times.ts';
import { viewerZone } from '../../lib/viewer-zone.ts';
import { Button } from '../../ui/actions/button.tsx';
import { IconButton } from '../../ui/actions/icon-button.tsx';
import { useSecondsNow } from './board-clock.tsx';
import styles from './live-board.module.css';
import { useChimeSwitch, useSosSample } from './use-chime.ts';
import { useFullScreen } from './use-wall-display.ts';

/** An SOS sounds by itself; here somebody hears beforehand that it will. */
export function SosSample() {
  const { isBlocked, play } = useSosSample();
  const Icon = isBlocked ? IconVolume3 : IconUrgent;
  return (
    <Button
      className={isBlocked ? styles.waits : undefined}
      icon={<Icon size={18} aria-hidden />}
      onClick={play}
    >
      {t(isBlocked ? 'live.sosBlocked' : 'live.sosSample')}
    </Button>
  );
}

export function ChimeSwitch() {
  const { state, press } = useChimeSwitch();
  const Icon = state === 'on' ? IconVolume : IconVolumeOff;
  return (
    <Button
      className={styles.switch}
      icon={<Icon size={18} aria-hidden />}
      aria-pressed={state !== 'off'}
      onClick={press}
    >
      {t(`live.sound.${state}`)}
    </Button>
  );
}

export function PastButton({ onOpen }: { readonly onOpen: () => void }) {
  return (
    <Button icon={<IconHistory size={18} aria-hidden />} onClick={onOpen}>
      {t('sos.past')}
    </Button>
  );
}

export function WallDisplayButton({ onOpen }: { readonly onOpen: () => void }) {
  return (
    <Button variant="primary" icon={<IconDeviceTv size={18} aria-hidden />} onClick={onOpen}>
      {t('live.wall')}
    </Button>
  );
}

function WallDisplayClock() {
  const nowMs = useSecondsNow();
  const time = new Date(nowMs);
  return (
    <time className={styles.clock} dateTime={time.toISOString()}>
      {wallClock(nowMs, viewerZone(), secondsFormat())}
      <span>
        {time.toLocaleDateString(currentLocale(), {
          weekday: 'long',
          day: 'numeric',
          month: 'long',
          timeZone: viewerZone(),
        })}
      </span>
    </time>
  );
}

function SchemeButton() {
  const [isDark, setIsDark] = useState(() => isDarkNow(storedColorScheme()));
  const Icon = isDark ? IconSun : IconMoon;
  return (
    <IconButton
      hasBorder
      label={t(isDark ? 'live.light' : 'live.dark')}
      icon={<Icon size={20} />}
      onClick={() => {
        chooseColorScheme(isDark ? 'light' : 'dark');
        setIsDark(!isDark);
      }}
    />
  );
}

interface WallDisplayHeadProps {
  /** The site that is shown; empty for all. */
  readonly siteName: string;
  readonly onLeave: () => void;
}

export function WallDisplayHead({ siteName, onLeave }: WallDisplayHeadProps) {
  const { isFull, toggle } = useFullScreen();
  const Icon = isFull ? IconArrowsMinimize : IconArrowsMaximize;
  return (
    <header className={styles.wallHead}>
      <h1>
        {t('live.title')}
        <span>{siteName === '' ? t('records.anySite') : siteName}</span>
      </h1>
      <div className={styles.wallActions}>
        <SosSample />
        <ChimeSwitch />
        <SchemeButton />
        <IconButton
          hasBorder
          label={t(isFull ? 'live.smallScreen' : 'live.fullScreen')}
          icon={<Icon size={20} />}
          onClick={toggle}
        />
        <IconButton
          hasBorder
          label={t('live.leaveWall')}
          icon={<IconLogout2 size={20} />}
          onClick={onLeave}
        />
      </div>
      <WallDisplayClock />
    </header>
  );
}
