/** The least width at which a heading can be read whole: no word cut, on two lines at most. [GRID-02] */
import type { RefObject } from 'react';
import { useLayoutEffect, useState } from 'react';
import type { HeadWidths } from './grid-layout.ts';
import type { GridColumnHead } from './grid-types.ts';

const CELL_PADDING_PX = 20;
const SORT_ICON_PX = 18;
/** Browsers round parts of pixels their own way. */
const SLACK_PX = 2;

/** Where the longer of two lines is shortest; `widthOf` measures a text. */
export function twoLinesWidth(text: string, widthOf: (text: string) => number): number {
  const words = text.split(/\s+/);
  const breaks = words.map((_word, at) => {
    const [first, second] = [words.slice(0, at + 1).join(' '), words.slice(at + 1).join(' ')];
    return Math.max(widthOf(first), widthOf(second));
  });
  return Math.min(...breaks);
}

let canvas: CanvasRenderingContext2D | null = null;
const measured = new Map<string, number>();

function widthIn(font: string, text: string): number {
  const key = `${font} ${text}`;
  const known = measured.get(key);
  if (known !== undefined) return known;
  canvas ??= document.createElement('canvas').getContext('2d');
  if (canvas === null) return 0;
  canvas.font = font;
  const { width } = canvas.measureText(text);
  measured.set(key, width);
  return width;
}

function headWidths(columns: readonly GridColumnHead[], head: HTMLElement): HeadWidths {
  const { fontWeight, fontSize, fontFamily } = getComputedStyle(head);
  const font = `${fontWeight} ${fontSize} ${fontFamily}`;
  const widths = columns.map(({ id, header, isSortable }) => {
    const text = twoLinesWidth(header, (line) => widthIn(font, line));
    return [id, Math.ceil(text + CELL_PADDING_PX + SLACK_PX + (isSortable ? SORT_ICON_PX : 0))] as const;
  });
  return Object.fromEntries(widths);
}

const isSame = (one: HeadWidths, other: HeadWidths): boolean => JSON.stringify(one) === JSON.stringify(other);

/** By the font of the headings that are drawn: again once it has arrived, and in another language. */
export function useHeadWidths(
  scroller: RefObject<HTMLElement | null>,
  columns: readonly GridColumnHead[],
): HeadWidths {
  const [widths, setWidths] = useState<HeadWidths>({});
  useLayoutEffect(() => {
    const measure = () => {
      const head = scroller.current?.querySelector<HTMLElement>('[data-column]');
      if (!head) return;
      const next = headWidths(columns, head);
      setWidths((current) => (isSame(current, next) ? current : next));
    };
    const measureAgain = () => {
      measured.clear();
      measure();
    };
    measure();
    document.fonts.addEventListener('loadingdone', measureAgain);
    return () => document.fonts.removeEventListener('loadingdone', measureAgain);
  }, [scroller, columns]);
  return widths;
}
