// What every chart comes with: a sentence that says what it shows, and the same figures as a table.
import { IconChartBar, IconTable } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import { IconButton } from '../actions/icon-button.tsx';
import { Card } from '../display/card.tsx';
import { PlainTable } from '../display/plain-table.tsx';
import styles from './chart-frame.module.css';

export interface ChartCell {
  readonly text: string;
  /** The rows that it counts. */
  readonly href?: string;
}

export interface ChartTable {
  readonly head: readonly string[];
  /** The first cell names the row. */
  readonly rows: readonly { readonly id: string; readonly cells: readonly ChartCell[] }[];
}

interface ChartFrameProps {
  readonly title: string;
  /** Read to those who do not see it, and shown beside the title. */
  readonly summary: string;
  /** Made only where it is looked at. */
  readonly table: () => ChartTable;
  /** Names of the button that turns the one into the other. */
  readonly toggleTexts: { readonly toTable: string; readonly toChart: string };
  readonly children: ReactNode;
}

export function ChartFrame({ title, summary, table, toggleTexts, children }: ChartFrameProps) {
  const [isTable, setIsTable] = useState(false);
  const toggle = (
    <span data-print="hide">
      <IconButton
        icon={isTable ? <IconChartBar size={18} aria-hidden /> : <IconTable size={18} aria-hidden />}
        label={isTable ? toggleTexts.toChart : toggleTexts.toTable}
        onClick={() => setIsTable(!isTable)}
      />
    </span>
  );
  return (
    <Card title={title} actions={toggle} isFlush>
      <p className={styles.summary}>{summary}</p>
      {isTable ? <TableView title={title} table={table()} /> : <div className={styles.chart}>{children}</div>}
    </Card>
  );
}

function TableView({ title, table: { head, rows } }: { readonly title: string; readonly table: ChartTable }) {
  return (
    <div className={styles.table}>
      <PlainTable label={title} isFocusable>
        <thead>
          <tr>
            {head.map((cellText, column) => (
              <th key={cellText} scope="col" data-is-number={column > 0 || undefined}>
                {cellText}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ id, cells }) => (
            <tr key={id}>
              {cells.map(({ text, href }, column) => (
                <td key={head[column]} data-is-number={column > 0 || undefined}>
                  {href === undefined ? text : <a href={href}>{text}</a>}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </PlainTable>
    </div>
  );
}
