import { describe, expect, test } from 'vitest';
import { actionColumnWidthPx, columnDefaultWidthPx } from '@watchpost/domain/limits';
import {
  ACTION_COLUMN_WIDTH_PX,
  actionWidths,
  clampWidth,
  COLUMN_WIDTH_PX,
  gridTemplate,
  printTemplate,
  widthByKey,
} from './grid-layout.ts';

const columns = [
  { id: 'employee', header: 'Employee' },
  { id: 'start', header: 'Start', width: 300 },
];

describe('column widths', () => {
  test('[CONST] a column is 130 px unless it says otherwise, the action column 120 px', () => {
    expect([COLUMN_WIDTH_PX, ACTION_COLUMN_WIDTH_PX]).toEqual([columnDefaultWidthPx, actionColumnWidthPx]);
    const layout = gridTemplate(columns, {}, { hasSelect: false, ...actionWidths(3, false) });
    expect(layout.template).toMatch(/^minmax\(130px, 130fr\) minmax\(300px, 300fr\) clamp\(.*, 120px\)$/);
    expect(layout.minWidth).toContain('550px');
  });

  test('[GRID-02] where not all columns fit, those whose text may wrap give way down to 130 px or to what they say', () => {
    const wrapping = [
      { id: 'site', header: 'Site', width: 220, mayWrap: true },
      { id: 'when', header: 'When', width: 350, mayWrap: true, minWidth: 220 },
      { id: 'guards', header: 'Guards', width: 90, mayWrap: true },
      ...columns,
    ];
    const layout = gridTemplate(wrapping, {}, { hasSelect: false, actionWidthPx: 0, actionLeastPx: 0 });
    expect(layout.template).toBe(
      'minmax(130px, 220fr) minmax(220px, 350fr) minmax(90px, 90fr) minmax(130px, 130fr) minmax(300px, 300fr)',
    );
    expect(layout.minWidth).toBe('870px');
  });

  test('[GRID-02] one may give way further where that shows all columns; once resized it is as wide as it is', () => {
    const yielding = [
      { id: 'site', header: 'Site' },
      { id: 'start', header: 'Start', width: 300, fitWidth: 190 },
    ];
    const extras = { hasSelect: false, actionWidthPx: 120, actionLeastPx: 120 };
    const layout = gridTemplate(yielding, {}, extras);
    expect(layout.template).toBe(
      'minmax(130px, 130fr) minmax(clamp(190px, 300px - (550px - 100%) * 1, 300px), 300fr) 120px',
    );
    expect(layout.minWidth).toBe('min(550px, max(440px, (440px - 100%) * 9999))');
    expect(gridTemplate(yielding, { site: 200 }, extras).minWidth).toBe('620px');
  });

  test('[REP-01] one that is exact on wide screens is never wider, and gives way last and on smaller screens alone', () => {
    const report = [
      { id: 'site', header: 'Site', width: 140, fitWidth: 130 },
      { id: 'start', header: 'Start', width: 300, fitWidth: 184, isExactOnWide: true },
    ];
    const layout = gridTemplate(report, {}, { hasSelect: false, actionWidthPx: 0, actionLeastPx: 0 });
    expect(layout.template).toBe(
      'minmax(clamp(130px, 140px - (440px - 100%) * 1, 140px), 140fr) ' +
        'clamp(184px, 300px - (430px - 100%) * 1 * var(--grid-may-give-way, 1), 300px)',
    );
    expect(layout.minWidth).toBe(
      'min(440px, max((430px - 116px * var(--grid-may-give-way, 1)), ' +
        '((430px - 116px * var(--grid-may-give-way, 1)) - 100%) * 9999))',
    );
  });

  test('[GRID-02] no column is narrower than its heading, whatever else it may give way to', () => {
    const wordy = [
      { id: 'scanned', header: 'Scanned checkpoints', width: 90 },
      { id: 'site', header: 'Site', width: 140, fitWidth: 100 },
    ];
    const extras = { hasSelect: false, actionWidthPx: 0, actionLeastPx: 0 };
    const layout = gridTemplate(wordy, {}, extras, { scanned: 104, site: 120 });
    expect(layout.template).toBe(
      'minmax(104px, 104fr) minmax(clamp(120px, 140px - (244px - 100%) * 1, 140px), 140fr)',
    );
    expect(layout.minWidth).toBe('min(244px, max(224px, (224px - 100%) * 9999))');
  });

  test('without actions and selection there is no track for them', () => {
    expect(gridTemplate(columns, {}, { hasSelect: false, ...actionWidths(0, true) }).template).not.toContain(
      '120px',
    );
  });

  test('the action column grows past 120 px only when its buttons would be squeezed', () => {
    const widthOf = (count: number, hasState = false) => actionWidths(count, hasState).actionWidthPx;
    expect([0, 1, 3, 4].map((count) => widthOf(count))).toEqual([0, 120, 120, 140]);
    expect(widthOf(3, true)).toBe(126);
  });

  test('[GRID-02] the action column gives way too where that shows all columns, down to its buttons or its heading', () => {
    const leastOf = (count: number) => actionWidths(count, false).actionLeastPx;
    expect([0, 1, 2, 3, 4].map(leastOf)).toEqual([0, 70, 80, 110, 140]);
    const layout = gridTemplate(columns, {}, { hasSelect: false, ...actionWidths(1, false) });
    expect(layout.template).toBe(
      'minmax(130px, 130fr) minmax(300px, 300fr) clamp(70px, 120px - (550px - 100%) * 1, 120px)',
    );
    expect(layout.minWidth).toBe('min(550px, max(500px, (500px - 100%) * 9999))');
  });

  test('once resized, widths are exact and the spare room stands before the action column', () => {
    const layout = gridTemplate(columns, { employee: 200 }, { hasSelect: true, ...actionWidths(1, false) });
    expect(layout.template).toBe('44px 200px 300px minmax(0, 1fr) 120px');
  });

  test('on paper only the data columns share the sheet', () => {
    expect(printTemplate(columns, { employee: 200 })).toBe('minmax(0, 200fr) minmax(0, 300fr)');
    // Those that may go on in a second line leave room to those that may not.
    expect(
      printTemplate([{ id: 'words', header: 'Words', width: 400, minWidth: 220, mayWrap: true }], {}),
    ).toBe('minmax(0, 220fr)');
  });

  test('arrow keys resize by 10 px, with Shift by 50 px, Home and End to the limits', () => {
    expect(widthByKey(130, 'ArrowRight', false)).toBe(140);
    expect(widthByKey(130, 'ArrowLeft', true)).toBe(80);
    expect(widthByKey(130, 'Home', false)).toBe(clampWidth(0));
    expect(widthByKey(130, 'End', false)).toBe(clampWidth(9999));
    expect(widthByKey(130, 'a', false)).toBeNull();
  });

  test('a width never leaves its limits', () => {
    expect(widthByKey(clampWidth(0), 'ArrowLeft', true)).toBe(clampWidth(0));
    expect(widthByKey(clampWidth(9999), 'ArrowRight', true)).toBe(clampWidth(9999));
  });
});
