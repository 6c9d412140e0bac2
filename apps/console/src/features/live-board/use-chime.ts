// The live board's sounds beside the SOS, which sounds on every page and in every browser: a chime for a new incident, for
// those who switched it on at this machine, and a sample of the SOS.
import { useEffect, useRef, useState, useSyncExternalStore } from 'react';
import { alarmBuffer } from '../../lib/alarm-samples.ts';
import { onSoundState, soundOff, soundOn, soundState } from '../../lib/sound-output.ts';

const storageKey = 'watchpost.liveSound';

export type ChimeState = 'off' | 'on' | 'blocked';

const isWanted = (): boolean => window.localStorage.getItem(storageKey) === 'on';

/** One soft tone, unlike that of an SOS. */
async function chime(): Promise<void> {
  const output = await soundOn();
  if (output === null) {
    soundOff();
    return;
  }
  const tone = output.createOscillator();
  const level = output.createGain();
  const from = output.currentTime;
  tone.frequency.value = 520;
  level.gain.setValueAtTime(0, from);
  level.gain.linearRampToValueAtTime(0.2, from + 0.03);
  level.gain.exponentialRampToValueAtTime(0.001, from + 0.9);
  tone.connect(level).connect(output.destination);
  tone.start(from);
  tone.stop(from + 0.9);
  tone.addEventListener('ended', soundOff);
}

/** Once, as it would sound. */
async function playSos(): Promise<void> {
  const output = await soundOn();
  if (output === null) {
    soundOff();
    return;
  }
  const source = output.createBufferSource();
  source.buffer = alarmBuffer(output);
  source.connect(output.destination);
  source.start();
  source.addEventListener('ended', soundOff);
}

/** Whether an SOS would be heard here, as far as a page can know, and what plays it once. */
export function useSosSample(): { readonly isBlocked: boolean; readonly play: () => void } {
  const isBlocked = useSyncExternalStore(onSoundState, soundState) === 'blocked';
  return { isBlocked, play: () => void playSos() };
}

/** The switch, and what it does when pressed: a sample is heard when it goes on. */
export function useChimeSwitch(): { readonly state: ChimeState; readonly press: () => void } {
  const [isOn, setIsOn] = useState(isWanted);
  const isBlocked = useSyncExternalStore(onSoundState, soundState) === 'blocked';
  const press = () => {
    if (isOn) window.localStorage.removeItem(storageKey);
    else {
      window.localStorage.setItem(storageKey, 'on');
      void chime();
    }
    setIsOn(!isOn);
  };
  return { state: isOn ? (isBlocked ? 'blocked' : 'on') : 'off', press };
}

/** Sounds for each look that has incidents which the one before had not; `ids` is null before the first look. */
export function useChime(ids: readonly string[] | null): void {
  const known = useRef<ReadonlySet<string> | null>(null);
  useEffect(() => {
    if (ids === null) return;
    const before = known.current;
    known.current = new Set(ids);
    if (before !== null && ids.some((id) => !before.has(id)) && isWanted()) void chime();
  }, [ids]);
}
