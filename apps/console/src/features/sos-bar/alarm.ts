// The sound of an SOS: from one tab of the browser, for as long as it is wanted. It does without timers, which browsers
// slow down in hidden tabs.
import { alarmBuffer } from '../../lib/alarm-samples.ts';
import { onSoundState, runningSound, soundOff, soundOn } from '../../lib/sound-output.ts';
import { type Claims, claimsOn } from './alarm-claims.ts';

/** elsewhere: another tab of the browser is heard. blocked: this one is wanted, and the browser keeps it silent. */
export type AlarmState = 'silent' | 'ringing' | 'elsewhere' | 'blocked';

/** Other tabs are looked after so often. */
const lookEveryMs = 500;

export class Alarm {
  readonly #claims: Claims;
  readonly #onState: (state: AlarmState) => void;
  readonly #releaseSound: () => void;
  #timer = 0;
  #isWanted = false;
  #state: AlarmState = 'silent';
  #source: AudioBufferSourceNode | null = null;

  /** `name`: of what the tabs share, such as their user. */
  constructor(name: string, onState: (state: AlarmState) => void) {
    this.#onState = onState;
    this.#claims = claimsOn(name, () => this.#look());
    // The browser has let the page be heard after all, or has taken it back.
    this.#releaseSound = onSoundState(() => this.#look());
  }

  want(isWanted: boolean): void {
    if (isWanted === this.#isWanted) return;
    this.#isWanted = isWanted;
    if (isWanted) {
      this.#timer = window.setInterval(() => this.#look(), lookEveryMs);
      void this.#begin();
      return;
    }
    window.clearInterval(this.#timer);
    this.#mute();
    soundOff();
    this.#show('silent');
  }

  close(): void {
    this.want(false);
    this.#releaseSound();
    this.#claims.close();
  }

  async #begin(): Promise<void> {
    await soundOn();
    this.#look();
  }

  #look(): void {
    if (!this.#isWanted) return;
    const output = runningSound();
    if (output === null) {
      this.#mute();
      this.#show(this.#claims.isTaken() ? 'elsewhere' : 'blocked');
    } else if (this.#claims.take()) {
      this.#sound(output);
      this.#show('ringing');
    } else {
      this.#mute();
      this.#show('elsewhere');
    }
  }

  #sound(output: AudioContext): void {
    if (this.#source !== null) return;
    this.#source = output.createBufferSource();
    this.#source.buffer = alarmBuffer(output);
    this.#source.loop = true;
    this.#source.connect(output.destination);
    this.#source.start();
  }

  #mute(): void {
    this.#claims.release();
    this.#source?.stop();
    this.#source?.disconnect();
    this.#source = null;
  }

  #show(state: AlarmState): void {
    if (state === this.#state) return;
    this.#state = state;
    this.#onState(state);
  }
}
