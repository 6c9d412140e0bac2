import { expect, test } from 'vitest';
import { qrDrawing, qrFileName, qrSvg } from './qr-drawing.ts';

const text = 'WP1' + '0123456789ABCDEFGHJKMNPQRSTVWXYZ0123456789ABCDEF';

test('a code has four light modules around it', () => {
  const { side, path } = qrDrawing(text);
  // Version 3 holds 61 letters with error correction M; it is 29 modules wide.
  expect(side).toBe(29 + 8);
  expect(path.startsWith('M4 4h1v1h-1z')).toBe(true);
  expect(path).not.toMatch(/M[0-3] |M\d+ [0-3]h/);
});

test('the file of a code stands for itself', async () => {
  const svg = qrSvg(text);
  expect(svg.type).toBe('image/svg+xml');
  expect(await svg.text()).toMatch(
    /^<svg xmlns="http:\/\/www\.w3\.org\/2000\/svg" viewBox="0 0 37 37">.*<\/svg>$/,
  );
});

test('a file is named after its checkpoint, without what file systems refuse', () => {
  expect(qrFileName('Gate 3: north/east', 'svg')).toBe('Gate-3-north-east.svg');
  expect(qrFileName('मुख्य द्वार', 'png')).toBe('मुख्य-द्वार.png');
  expect(qrFileName(' / ', 'png')).toBe('checkpoint.png');
});
