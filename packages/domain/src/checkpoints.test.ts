import { describe, expect, it } from 'vitest';
import {
  foldNfcTag,
  labelSheetNames,
  labelSheets,
  labelsOn,
  labelsSkippedMax,
  nfcTagPattern,
} from './checkpoints.ts';

/** Millimetres that a rounded figure may be off by. */
const tolerance = 0.05;

describe.each(labelSheetNames)('the sheet %s', (name) => {
  const { page, label, columns, rows, first, pitch } = labelSheets[name];

  it('has its labels within the page', () => {
    expect(Math.min(first.x, first.y)).toBeGreaterThanOrEqual(0);
    expect(first.x + (columns - 1) * pitch.x + label.width).toBeLessThanOrEqual(page.width + tolerance);
    expect(first.y + (rows - 1) * pitch.y + label.height).toBeLessThanOrEqual(page.height + tolerance);
  });

  it('has no label over another', () => {
    expect(columns === 1 ? label.width : pitch.x).toBeGreaterThanOrEqual(label.width);
    expect(rows === 1 ? label.height : pitch.y).toBeGreaterThanOrEqual(label.height);
    expect(labelsOn(name)).toBe(columns * rows);
  });
});

describe('labels and tags', () => {
  it('never skip more than some sheet holds', () => {
    expect(labelsSkippedMax).toBe(Math.max(...labelSheetNames.map(labelsOn)) - 1);
  });

  it('keep the id of a tag as readers agree on it', () => {
    expect(['04:a2:b3:c4', '04-A2-B3-C4', ' 04a2 b3c4 '].map(foldNfcTag)).toEqual(Array(3).fill('04A2B3C4'));
    expect(['04A2B3C4', '04A2B3', '04A2B3C', '04A2B3CX'].map((tag) => nfcTagPattern.test(tag))).toEqual([
      true,
      false,
      false,
      false,
    ]);
  });
});
