// Judges codes that screens showed by the screens' secrets and the time of the scan (FIELD-03).
import { typedCodeLength, typedCodeOf } from '@watchpost/domain/checkpoint-codes';
import { foldLetters } from '@watchpost/domain/readers/codes';
import type { CodedScan } from '@watchpost/domain/code-trust';
import {
  canonicalRotatingCode,
  decodeRotatingCode,
  lagOf,
  rotatingCodeOf,
  type RotatingCodeParts,
  type RotatingEvidence,
  stepAt,
} from '@watchpost/domain/rotating-codes';

/** A screen that shows changing codes. */
export interface PairedScreen {
  readonly checkpointId: string;
  readonly serial: number;
  readonly secret: Buffer;
  readonly pairedAtMs: number;
  readonly revokedAtMs: number | null;
}

/** A scan with what its time is worth. */
export interface JudgedCode extends CodedScan {
  /** Device's clock minus the server's; 0 when left out. */
  readonly clockSkewMs?: number;
}

/** Codes of other checkpoints' screens that one judge makes at most: somebody may type at random. */
const triesMax = 4_000;

export class ScreenJudge {
  readonly #screens: readonly PairedScreen[];
  readonly #limitMs: number;
  #tries = 0;

  constructor(screens: readonly PairedScreen[], limitMs: number) {
    this.#screens = screens;
    this.#limitMs = limitMs;
  }

  /** Whether a screen of the checkpoint was in use. */
  isShownAt(scan: JudgedCode): boolean {
    const atMs = trueAtMs(scan);
    return this.#screens.some(
      ({ checkpointId, pairedAtMs, revokedAtMs }) =>
        checkpointId === scan.checkpointId &&
        pairedAtMs <= atMs &&
        (revokedAtMs === null || revokedAtMs > atMs),
    );
  }

  /** Null for a code that no screen made. What was typed may be of any of the screens, or of the checkpoint's own alone. */
  evidenceOf(scan: JudgedCode, isOfAny = true): RotatingEvidence | null {
    const { method, code = '' } = scan;
    if (method === 'nfc') return null;
    if (method === 'typed') return this.#ofTyped(scan, code, isOfAny);
    const parts = decodeRotatingCode(code);
    return parts === null ? null : this.#ofScanned(scan, parts);
  }

  #ofScanned(scan: JudgedCode, parts: RotatingCodeParts): RotatingEvidence {
    const { checkpointId, serial, step } = parts;
    const screen = this.#screens.find((each) => each.checkpointId === checkpointId && each.serial === serial);
    const isGenuine = screen !== undefined && codeAt(screen, step) === canonicalRotatingCode(scan.code ?? '');
    const isRevoked = isRevokedAt(screen, trueAtMs(scan));
    return {
      checkpointId,
      serial,
      step,
      isGenuine,
      isRevoked,
      lagMs: lagOf(step, trueAtMs(scan)),
      limitMs: this.#limitMs,
    };
  }

  /** What was typed names neither screen nor step: those of the checkpoint come first, and those that the time allows. */
  #ofTyped(scan: JudgedCode, code: string, isOfAny: boolean): RotatingEvidence | null {
    const end = foldLetters(code);
    if (end.length !== typedCodeLength) return null;
    const isOwn = ({ checkpointId }: PairedScreen) => checkpointId === scan.checkpointId;
    for (const screen of this.#screens.filter(isOwn)) {
      const found = this.#typedAt(screen, scan, end);
      if (found !== null) return found;
    }
    for (const screen of isOfAny ? this.#screens.filter((each) => !isOwn(each)) : []) {
      const found = this.#tries < triesMax ? this.#typedAt(screen, scan, end) : null;
      if (found !== null) return found;
    }
    return null;
  }

  #typedAt(screen: PairedScreen, scan: JudgedCode, end: string): RotatingEvidence | null {
    const atMs = trueAtMs(scan);
    const lastStep = stepAt(atMs + this.#limitMs);
    for (let step = stepAt(atMs - this.#limitMs); step <= lastStep; step += 1) {
      if (screen.checkpointId !== scan.checkpointId) this.#tries += 1;
      if (typedCodeOf(codeAt(screen, step)) !== end) continue;
      const { checkpointId, serial } = screen;
      const isRevoked = isRevokedAt(screen, atMs);
      return { checkpointId, serial, step, isGenuine: true, isRevoked, lagMs: 0, limitMs: this.#limitMs };
    }
    return null;
  }
}

const trueAtMs = ({ deviceAtMs, clockSkewMs = 0 }: JudgedCode): number => deviceAtMs - clockSkewMs;

const codeAt = (screen: PairedScreen, step: number): string => rotatingCodeOf(screen.secret, screen, step);

const isRevokedAt = (screen: PairedScreen | undefined, atMs: number): boolean =>
  typeof screen?.revokedAtMs === 'number' && screen.revokedAtMs <= atMs;
