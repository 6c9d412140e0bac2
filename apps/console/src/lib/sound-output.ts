// The loudspeaker of this tab. Browsers let no page make a sound before somebody has touched it: the first touch of the
// page, which may be the one that signs in, frees the sound for as long as the page is open.

/** Whether a sound that is wanted now would be heard, as far as a page can know. */
export type SoundState = 'free' | 'blocked';

let output: AudioContext | null = null;
let wasFreed = false;
/** What is heard needs the loudspeaker on; else it rests, so that an open console keeps no machine awake. */
let users = 0;
/** As listeners know it. */
let known: SoundState = 'blocked';
const listeners = new Set<() => void>();

export function soundState(): SoundState {
  const rests = wasFreed && users === 0;
  return output?.state === 'running' || rests ? 'free' : 'blocked';
}

function notify(): void {
  if (output?.state === 'running') wasFreed = true;
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
  if (output === null) {
    output = new AudioContext();
    output.addEventListener('statechange', notify);
  }
  const made = output;
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
  if (users === 0 && output?.state === 'running') void output.suspend().catch(() => {});
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
export const runningSound = (): AudioContext | null => (output?.state === 'running' ? output : null);

/** Once, as early as possible: every touch of the page frees a sound that is not free yet. */
export function freeSoundWhenTouched(): void {
  const free = () => {
    if (soundState() === 'blocked') void wake().then(rest);
  };
  for (const touch of ['pointerdown', 'pointerup', 'keydown'])
    window.addEventListener(touch, free, { capture: true, passive: true });
}
