// A table whose cells are the deeper coloured the more they count; each opens what it counts.
import type { CSSProperties } from 'react';
import { SideScroll } from '../display/side-scroll.tsx';
import { VisuallyHidden } from '../display/visually-hidden.tsx';
import { classNames } from '../class-names.ts';
import { handleRovingKeys } from './roving-links.ts';
import styles from './heat-map.module.css';

export interface HeatCell {
  readonly value: number;
  /** What it counts, in words. */
  readonly text: string;
  readonly href: string;
}

export interface HeatRow {
  readonly id: string;
  readonly label: string;
  readonly name: string;
  readonly cells: readonly HeatCell[];
}

export interface HeatColumn {
  readonly id: string;
  /** May be wider than the column; empty for one whose neighbour's label names it. */
  readonly label: string;
  readonly name: string;
}

interface HeatMapProps {
  readonly label: string;
  readonly columns: readonly HeatColumn[];
  readonly rows: readonly HeatRow[];
}

/** From this share of the deepest on, words are light; no colour is in between, where neither can be read. */
const deepFrom = 0.6;
const depthOf = (share: number): number =>
  share < deepFrom ? (share / deepFrom) * 42 : 88 + ((share - deepFrom) / (1 - deepFrom)) * 12;

export function HeatMap({ label, columns, rows }: HeatMapProps) {
  const most = Math.max(1, ...rows.flatMap(({ cells }) => cells.map(({ value }) => value)));
  return (
    <SideScroll>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- hears the keys of its links */}
      <table className={styles.map} aria-label={label} onKeyDown={handleRovingKeys}>
        <thead>
          <tr>
            <th scope="col">
              <VisuallyHidden>{label}</VisuallyHidden>
            </th>
            {columns.map((column) => (
              <th key={column.id} scope="col" abbr={column.name}>
                {column.label === '' ? (
                  <VisuallyHidden>{column.name}</VisuallyHidden>
                ) : (
                  <span className={styles.column}>{column.label}</span>
                )}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row, y) => (
            <tr key={row.id}>
              <th scope="row" abbr={row.name}>
                {row.label}
              </th>
              {row.cells.map((cell, x) => (
                <td key={columns[x]?.id}>
                  <Cell cell={cell} share={cell.value / most} x={x} y={y} />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </SideScroll>
  );
}

interface CellProps {
  readonly cell: HeatCell;
  readonly share: number;
  readonly x: number;
  readonly y: number;
}

/** A colour that only grows deeper is no meaning: the number stands in each cell. */
function Cell({ cell: { value, text, href }, share, x, y }: CellProps) {
  const depth: CSSProperties & { '--depth': string } = { '--depth': `${Math.round(depthOf(share))}%` };
  return (
    <a
      href={href}
      className={classNames(styles.cell, value === 0 && styles.none, share >= deepFrom && styles.deep)}
      style={depth}
      title={text}
      aria-label={text}
      data-x={x}
      data-y={y}
      tabIndex={x === 0 && y === 0 ? 0 : -1}
    >
      {value === 0 ? '' : value}
    </a>
  );
}
