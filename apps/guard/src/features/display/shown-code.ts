// Draws the code of this moment: QR code, letters to type, and how long it still holds.
import { typedCodeOf } from '@watchpost/domain/checkpoint-codes';
import { rotatingCodeOf, rotatingStepMs, stepAt } from '@watchpost/domain/rotating-codes';
import { encode } from 'uqr';
import type { SavedScreen } from './saved-screen.ts';

const svgNames = 'http://www.w3.org/2000/svg';
const marginModules = 4;

export interface CodeAt {
  readonly text: string;
  readonly step: number;
}

export function codeAt(screen: SavedScreen, nowMs: number): CodeAt {
  const secret = Uint8Array.from(screen.secret.match(/../g) ?? [], (byte) => Number.parseInt(byte, 16));
  const step = stepAt(nowMs + screen.offsetMs);
  return { step, text: rotatingCodeOf(secret, screen, step) };
}

/** From 1, when a code has just changed, to 0. */
export function restOfStep(screen: SavedScreen, nowMs: number): number {
  const at = nowMs + screen.offsetMs;
  return 1 - (at - stepAt(at) * rotatingStepMs) / rotatingStepMs;
}

/** As it is read out: two groups of four. */
export const typedText = (text: string): string => typedCodeOf(text).replace(/^(.{4})/, '$1 ');

export function drawCode(text: string): SVGElement {
  const { data, size } = encode(text, { ecc: 'M', border: 0 });
  const side = size + 2 * marginModules;
  const svg = document.createElementNS(svgNames, 'svg');
  svg.setAttribute('viewBox', `0 0 ${side} ${side}`);
  svg.setAttribute('class', 'code');
  svg.setAttribute('data-code', text);
  const ground = document.createElementNS(svgNames, 'rect');
  ground.setAttribute('width', String(side));
  ground.setAttribute('height', String(side));
  ground.setAttribute('fill', '#fff');
  const modules = document.createElementNS(svgNames, 'path');
  const dark = data.flatMap((row, y) =>
    row.flatMap((isDark, x) => (isDark ? [`M${x + marginModules} ${y + marginModules}h1v1h-1z`] : [])),
  );
  modules.setAttribute('d', dark.join(''));
  modules.setAttribute('fill', '#000');
  modules.setAttribute('shape-rendering', 'crispEdges');
  svg.appendChild(ground);
  svg.appendChild(modules);
  return svg;
}
