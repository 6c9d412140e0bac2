import { useMemo, useState } from 'react';
import type { ColumnWidths, ExtraColumns, HeadWidths } from './grid-layout.ts';
import { clampWidth, gridTemplate, printTemplate } from './grid-layout.ts';
import type { GridColumnHead } from './grid-types.ts';

export type ColumnResize = {
  widths: ColumnWidths;
  /** Fixes every column at its drawn width, then sets this one. */
  resize: (columnId: string, widthPx: number, drawn: ColumnWidths) => void;
  reset: () => void;
};

export function useColumnWidths(
  columns: readonly GridColumnHead[],
  extras: ExtraColumns,
  headWidths: HeadWidths,
) {
  const [widths, setWidths] = useState<ColumnWidths>({});
  const { hasSelect, actionWidthPx, actionLeastPx } = extras;
  const layout = useMemo(
    () => gridTemplate(columns, widths, { hasSelect, actionWidthPx, actionLeastPx }, headWidths),
    [columns, widths, hasSelect, actionWidthPx, actionLeastPx, headWidths],
  );
  const [columnResize] = useState(() => ({
    resize: (columnId: string, widthPx: number, drawn: ColumnWidths) =>
      setWidths((current) => ({ ...drawn, ...current, [columnId]: clampWidth(widthPx) })),
    reset: () => setWidths({}),
  }));
  return {
    ...layout,
    areWidthsKept: Object.keys(widths).length === 0,
    printTemplate: printTemplate(columns, widths),
    resize: { widths, ...columnResize } satisfies ColumnResize,
  };
}
