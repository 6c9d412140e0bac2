// Browsers let no page be heard before it was touched, and some only by what is made while it is: the first touch, also the
// one that signs in, makes this tab's loudspeaker. lib/sound-output.ts has the rest of it.

let output: AudioContext | null = null;

export const madeOutput = (): AudioContext | null => output;

export function makeOutput(): AudioContext {
  output ??= new AudioContext();
  return output;
}

export function makeOutputWhenTouched(): void {
  const freed = new AbortController();
  // What the browser takes for no touch, such as Escape, frees nothing: the next one may.
  const touch = () =>
    void makeOutput()
      .resume()
      .then(() => freed.abort());
  for (const kind of ['pointerdown', 'pointerup', 'keydown'])
    window.addEventListener(kind, touch, { capture: true, signal: freed.signal });
}
