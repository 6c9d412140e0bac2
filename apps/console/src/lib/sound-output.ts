// The loudspeaker of this tab: whether it may be heard, and that it rests while nothing is.
import { madeOutput, makeOutput } from './touched-output.ts';

/** Whether a sound that is wanted now would be heard, as far as a page can know. */
export type SoundState = 'free' | 'blocked';

let wasFreed = false;
/** What is heard needs the loudspeaker on; else it rests, so that an open console keeps no machine awake. */
let users = 0;
/** As listeners know it. */
let known: SoundState = 'blocked';
const listeners = new Set<() => void>();

export function soundState(): SoundState {
  const rests = wasFreed && users === 0;
  return madeOutput()?.state === 'running' || rests ? 'free' : 'blocked';
}

function notify(): void {
  if (madeOutput()?.state === 'running') wasFreed = true;
  const now = soundState();
  if (now === known) return;
  known = now;
  for (const listener of listeners) listener();
}

export function onSoundState(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Browsers answer only once they let the page be heard, which may be never. */
const answerWithinMs = 1_000;

async function wake(): Promise<AudioContext | null> {
  const made = makeOutput();
  made.addEventListener('statechange', notify);
  if (made.state !== 'running') {
    const tooLate = new Promise((resolve) => {
      window.setTimeout(resolve, answerWithinMs);
    });
    await Promise.race([made.resume().catch(() => {}), tooLate]);
  }
  notify();
  return made.state === 'running' ? made : null;
}

function rest(): void {
  const made = madeOutput();
  if (users === 0 && made?.state === 'running') void made.suspend().catch(() => {});
}

/** Turns the loudspeaker on; null where the browser does not let the page be heard yet. Each that is on needs one off. */
export function soundOn(): Promise<AudioContext | null> {
  users += 1;
  return wake();
}

export function soundOff(): void {
  users -= 1;
  rest();
  notify();
}

/** The loudspeaker, while it can be heard. */
export function runningSound(): AudioContext | null {
  const made = madeOutput();
  return made?.state === 'running' ? made : null;
}

/** Every touch of the page frees a sound that is not free yet, or no longer. */
function freeWhenTouched(): void {
  const free = () => {
    if (soundState() === 'blocked') void wake().then(rest);
  };
  for (const touch of ['pointerdown', 'pointerup', 'keydown'])
    window.addEventListener(touch, free, { capture: true, passive: true });
}

freeWhenTouched();
// It may have been made before this code came.
madeOutput()?.addEventListener('statechange', notify);
notify();
rest();
