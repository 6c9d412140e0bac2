// Judges codes that screens showed by the screens' secrets and the time of the scan (FIELD-03).
import { typedCodeLength, typedCodeOf } from '@watchpost/domain/checkpoint-codes';
import { foldLetters } from '@watchpost/domain/code-letters';
import type { CodedScan } from '@watchpost/domain/code-trust';
import {
  decodeRotatingCode,
  lagOf,
  rotatingCodeOf,
  type RotatingCodeParts,
  type RotatingEvidence,
  rotatingStepMs,
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

export class ScreenJudge {
  readonly #screens: readonly PairedScreen[];
  readonly #limitMs: number;

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

  /** Null for a code that no screen made. */
  evidenceOf(scan: JudgedCode): RotatingEvidence | null {
    const { method, code = '' } = scan;
    if (method === 'qr') {
      const parts = decodeRotatingCode(code);
      return parts === null ? null : this.#ofScanned(scan, parts);
    }
    return method === 'typed' ? this.#ofTyped(scan, code) : null;
  }

  #ofScanned(scan: JudgedCode, parts: RotatingCodeParts): RotatingEvidence {
    const { checkpointId, serial, step } = parts;
    const screen = this.#screens.find((each) => each.checkpointId === checkpointId && each.serial === serial);
    const isGenuine = screen !== undefined && codeAt(screen, step) === foldLetters(scan.code ?? '');
    const isRevoked = isRevokedAt(screen, trueAtMs(scan));
    return {
      checkpointId,
      isGenuine,
      isRevoked,
      lagMs: lagOf(step, trueAtMs(scan)),
      limitMs: this.#limitMs,
    };
  }

  /** What was typed names no step: those that the time of the scan allows are tried. */
  #ofTyped(scan: JudgedCode, code: string): RotatingEvidence | null {
    const end = foldLetters(code);
    if (end.length !== typedCodeLength) return null;
    const atMs = trueAtMs(scan);
    for (const screen of this.#screens) {
      if (screen.checkpointId !== scan.checkpointId) continue;
      for (
        let step = stepAt(atMs - this.#limitMs);
        step * rotatingStepMs <= atMs + this.#limitMs;
        step += 1
      ) {
        if (typedCodeOf(codeAt(screen, step)) !== end) continue;
        const isRevoked = isRevokedAt(screen, atMs);
        return {
          checkpointId: scan.checkpointId,
          isGenuine: true,
          isRevoked,
          lagMs: 0,
          limitMs: this.#limitMs,
        };
      }
    }
    return null;
  }
}

const trueAtMs = ({ deviceAtMs, clockSkewMs = 0 }: JudgedCode): number => deviceAtMs - clockSkewMs;

const codeAt = (screen: PairedScreen, step: number): string => rotatingCodeOf(screen.secret, screen, step);

const isRevokedAt = (screen: PairedScreen | undefined, atMs: number): boolean =>
  typeof screen?.revokedAtMs === 'number' && screen.revokedAtMs <= atMs;
