/* oxlint-disable jsx-a11y/prefer-tag-over-role, jsx-a11y/no-noninteractive-element-interactions -- the drawing hears the keys of the links in it; a fieldset cannot be drawn */
// Bars of parts, each of which opens what it counts; a tip tells of the bar that the pointer or the focus is on.
import { useRef, useState } from 'react';
import { classNames } from '../class-names.ts';
import { type BarBox, labelEvery, type BarsLayout, layOutBars, type PartLayout } from './chart-bars.ts';
import { handleRovingKeys } from './roving-links.ts';
import styles from './stacked-bars.module.css';
import { useWidth } from './use-width.ts';

/** Looks of a part; the last is for bars that mean neither good nor bad. */
export type PartLook = 'good' | 'late' | 'missed' | 'unknown' | 'plain';

export interface BarPart {
  readonly key: string;
  readonly look: PartLook;
  readonly value: number;
  /** The part and its number in words. */
  readonly text: string;
  readonly href: string;
}

export interface Bar {
  readonly id: string;
  /** Under the bar. */
  readonly label: string;
  /** The whole of its name, first in what is said of it. */
  readonly name: string;
  /** From the bottom up. */
  readonly parts: readonly BarPart[];
}

interface StackedBarsProps {
  readonly label: string;
  readonly bars: readonly Bar[];
  readonly height?: number;
  /** Room that the label of a bar needs. */
  readonly labelWidth?: number;
}

const axisWidth = 40;
const axisHeight = 24;

export function StackedBars({ label, bars, height = 220, labelWidth = 52 }: StackedBarsProps) {
  const frame = useRef<HTMLDivElement>(null);
  const width = useWidth(frame, 800);
  const [shown, setShown] = useState<number | null>(null);
  const box: BarBox = { left: axisWidth, top: 8, width: width - axisWidth, height: height - axisHeight - 8 };
  const layout = layOutBars(
    bars.map(({ id, parts }) => ({ id, values: parts.map(({ value }) => value) })),
    box,
  );
  const every = labelEvery(bars.length, box.width, labelWidth);
  const first = bars.findIndex(({ parts }) => parts.some(({ value }) => value > 0));
  return (
    <div ref={frame} className={styles.frame}>
      <svg
        className={styles.chart}
        width={width}
        height={height}
        role="group"
        aria-label={label}
        onKeyDown={handleRovingKeys}
        onPointerLeave={() => setShown(null)}
      >
        <Rules ticks={layout.ticks} width={width} />
        {bars.map((bar, index) => (
          <BarGroup
            key={bar.id}
            bar={bar}
            at={layout.bars[index]}
            box={box}
            index={index}
            isFirst={index === first}
            hasLabel={index % every === 0}
            onShow={setShown}
          />
        ))}
      </svg>
      <Tip bar={bars[shown ?? -1]} at={layout.bars[shown ?? -1]} width={width} />
    </div>
  );
}

function Rules({ ticks, width }: { readonly ticks: BarsLayout['ticks']; readonly width: number }) {
  return ticks.map(({ value, y }) => (
    <g key={value} aria-hidden>
      <line className={value === 0 ? styles.zero : styles.rule} x1={axisWidth} x2={width} y1={y} y2={y} />
      <text className={styles.tick} x={axisWidth - 8} y={y + 4} textAnchor="end">
        {value}
      </text>
    </g>
  ));
}

interface BarGroupProps {
  readonly bar: Bar;
  readonly at: BarsLayout['bars'][number] | undefined;
  readonly box: BarBox;
  readonly index: number;
  readonly isFirst: boolean;
  readonly hasLabel: boolean;
  readonly onShow: (index: number | null) => void;
}

function BarGroup({ bar, at, box, index, isFirst, hasLabel, onShow }: BarGroupProps) {
  if (at === undefined) return null;
  const lowest = bar.parts.findIndex(({ value }) => value > 0);
  return (
    <g onPointerEnter={() => onShow(index)} onFocus={() => onShow(index)} onBlur={() => onShow(null)}>
      <rect className={styles.hit} x={at.x - 2} y={box.top} width={at.width + 4} height={box.height} />
      {bar.parts.map((part, order) => (
        <Part
          key={part.key}
          part={part}
          name={bar.name}
          at={at.parts[order]}
          x={index}
          y={-order}
          isFirst={isFirst && order === lowest}
        />
      ))}
      {hasLabel && (
        <text
          className={styles.label}
          x={at.x + at.width / 2}
          y={box.top + box.height + axisHeight - 6}
          textAnchor="middle"
          aria-hidden
        >
          {bar.label}
        </text>
      )}
    </g>
  );
}

interface PartProps {
  readonly part: BarPart;
  readonly name: string;
  readonly at: PartLayout | undefined;
  readonly x: number;
  readonly y: number;
  readonly isFirst: boolean;
}

function Part({ part, name, at, x, y, isFirst }: PartProps) {
  if (at === undefined || at.height === 0) return null;
  return (
    <a
      href={part.href}
      aria-label={`${name}: ${part.text}`}
      className={styles.part}
      data-x={x}
      data-y={y}
      tabIndex={isFirst ? 0 : -1}
    >
      <rect
        className={classNames(styles.fill, styles[part.look])}
        x={at.x}
        y={at.y}
        width={at.width}
        height={at.height}
      />
    </a>
  );
}

interface TipProps {
  readonly bar: Bar | undefined;
  readonly at: BarsLayout['bars'][number] | undefined;
  readonly width: number;
}

/** Beside the bar, on the side with more room. */
function Tip({ bar, at, width }: TipProps) {
  if (bar === undefined || at === undefined) return null;
  const share = (at.x + at.width / 2) / width;
  const side = share > 0.5 ? { right: `${(1 - share) * 100}%` } : { left: `${share * 100}%` };
  return (
    <div className={styles.tip} style={side} aria-hidden>
      <strong>{bar.name}</strong>
      {bar.parts.toReversed().map(({ key, look, text }) => (
        <span key={key} className={classNames(styles.tipLine, styles[look])}>
          {text}
        </span>
      ))}
    </div>
  );
}
