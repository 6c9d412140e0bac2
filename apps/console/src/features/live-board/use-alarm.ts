// Makes a call for help unmistakable while nobody has acknowledged it: the page's title, and a sound for those who
// switched it on. Browsers let no page make a sound before its viewer touched it, so the switch says when it waits.
import { useEffect, useState, useSyncExternalStore } from 'react';

const storageKey = 'watchpost.liveSound';
const flashMs = 1_000;
const repeatMs = 2_500;

let context: AudioContext | null = null;
const listeners = new Set<() => void>();
const tell = () => {
  for (const listener of listeners) listener();
};

export type SoundState = 'off' | 'on' | 'blocked';

const isWanted = (): boolean => window.localStorage.getItem(storageKey) === 'on';
const soundState = (): SoundState => {
  if (!isWanted()) return 'off';
  return context?.state === 'running' ? 'on' : 'blocked';
};

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Two short tones, low then high. */
function sound(): void {
  if (context?.state !== 'running') return;
  const { currentTime, destination } = context;
  for (const [index, frequency] of [660, 880, 660, 880].entries()) {
    const tone = context.createOscillator();
    const level = context.createGain();
    const from = currentTime + index * 0.18;
    tone.frequency.value = frequency;
    level.gain.setValueAtTime(0, from);
    level.gain.linearRampToValueAtTime(0.25, from + 0.02);
    level.gain.linearRampToValueAtTime(0, from + 0.16);
    tone.connect(level).connect(destination);
    tone.start(from);
    tone.stop(from + 0.17);
    tone.addEventListener('ended', () => level.disconnect());
  }
}

async function open(): Promise<void> {
  if (context === null) {
    context = new AudioContext();
    context.addEventListener('statechange', tell);
  }
  await context.resume();
  tell();
}

/** The switch, and what it does when pressed: a sample is heard when it goes on. */
export function useSoundSwitch(): { readonly state: SoundState; readonly press: () => void } {
  const state = useSyncExternalStore(subscribe, soundState);
  const press = () => {
    if (state === 'on') window.localStorage.removeItem(storageKey);
    else {
      window.localStorage.setItem(storageKey, 'on');
      void open().then(sound);
    }
    tell();
  };
  return { state, press };
}

/** Sounds while `isRinging` and the switch is on; any touch of the page frees a sound that waits. */
export function useAlarmSound(isRinging: boolean): void {
  const state = useSyncExternalStore(subscribe, soundState);
  useEffect(() => {
    if (state !== 'blocked') return undefined;
    const free = () => void open();
    window.addEventListener('pointerdown', free);
    window.addEventListener('keydown', free);
    return () => {
      window.removeEventListener('pointerdown', free);
      window.removeEventListener('keydown', free);
    };
  }, [state]);
  useEffect(() => {
    if (!isRinging || state !== 'on') return undefined;
    sound();
    const timer = window.setInterval(sound, repeatMs);
    return () => window.clearInterval(timer);
  }, [isRinging, state]);
}

/** The title of the browser's tab, in turn with the page's own; it stands still for those who want no motion. */
export function useTitleFlash(alarm: string | null): void {
  const [own] = useState(() => document.title);
  useEffect(() => {
    if (alarm === null) return undefined;
    const before = document.title === '' ? own : document.title;
    const isStill = window.matchMedia('(prefers-reduced-motion: reduce)').matches;
    document.title = alarm;
    const timer = isStill
      ? 0
      : window.setInterval(() => {
          document.title = document.title === alarm ? before : alarm;
        }, flashMs);
    return () => {
      window.clearInterval(timer);
      document.title = before;
    };
  }, [alarm, own]);
}
