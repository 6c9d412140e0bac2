/* oxlint-disable jsx-a11y/prefer-tag-over-role -- rows are placed absolutely and drawn in part, which table rows cannot be */
import { IconBan, IconCircleCheckFilled } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { memo } from 'react';
import { classNames } from '../class-names.ts';
import { useUiLabels } from '../ui-labels.ts';
import styles from './grid.module.css';
import { narrowestWidth } from './grid-layout.ts';
import type { GridModel, RowAction } from './grid-model.ts';
import type { GridColumnHead } from './grid-types.ts';
import { surelyFits } from './text-width.ts';

type GridRowProps = {
  model: GridModel;
  index: number;
  /** Position within the whole list, from 1, the header counted. */
  ariaRowIndex: number;
  rowHeightPx: number;
  hasSelectBox: boolean;
  /** null where rows cannot be selected. */
  isSelected: boolean | null;
  /** The column that holds the tab stop, when this row does. */
  activeCol: number | null;
  /** False once a column was resized: it may then be narrower than it was made. */
  areWidthsAutomatic: boolean;
};

type ActionCellProps = {
  model: GridModel;
  index: number;
  col: number;
  isActiveRow: boolean;
  isActiveCell: boolean;
};

function ActionButton({ action, tabIndex }: { action: RowAction; tabIndex: number }) {
  const shared = {
    'data-grid-stop': true,
    tabIndex,
    'aria-label': action.label,
    title: action.label,
    className: styles.action,
  };
  return action.href === undefined ? (
    <button type="button" {...shared} onClick={action.run}>
      {action.icon}
    </button>
  ) : (
    <a {...shared} href={action.href} onClick={action.run}>
      {action.icon}
    </a>
  );
}

function ActionCell({ model, index, col, isActiveRow, isActiveCell }: ActionCellProps) {
  const labels = useUiLabels();
  const actions = model.actionsAt(index);
  const isActivated = model.isActivatedAt(index);
  const state = isActivated ? labels.activated : labels.deactivated;
  return (
    <div
      role="gridcell"
      aria-colindex={col + 1}
      data-row={index}
      data-col={col}
      tabIndex={actions.length === 0 && isActiveCell ? 0 : -1}
      className={classNames(styles.cell, styles.actionCell)}
    >
      {isActivated !== undefined && (
        <span
          role="img"
          aria-label={state}
          title={state}
          className={isActivated ? styles.activated : styles.deactivated}
        >
          {isActivated ? <IconCircleCheckFilled size={16} /> : <IconBan size={16} />}
        </span>
      )}
      {actions.map((action) => (
        <ActionButton key={action.id} action={action} tabIndex={isActiveRow ? 0 : -1} />
      ))}
    </div>
  );
}

type SelectCellProps = { index: number; isSelected: boolean; tabIndex: number };

/** The row hears the click, so that Shift can select a range. */
function SelectCell({ index, isSelected, tabIndex }: SelectCellProps) {
  const labels = useUiLabels();
  return (
    <div
      role="gridcell"
      aria-colindex={1}
      data-row={index}
      data-col={0}
      className={classNames(styles.cell, styles.selectCell)}
    >
      <input
        type="checkbox"
        data-grid-stop
        data-select-row
        tabIndex={tabIndex}
        checked={isSelected}
        aria-label={labels.selectRow}
        readOnly
      />
    </div>
  );
}

const isText = (content: ReactNode): content is string | number =>
  typeof content === 'string' || typeof content === 'number';

type CellProps = {
  column: GridColumnHead;
  content: ReactNode;
  index: number;
  col: number;
  isActive: boolean;
  areWidthsAutomatic: boolean;
};

/**
 * Text of one line stands in its cell as it is; anything else in an element that centres it. Called, not an element of
 * its own: a row that scrolls into view has many.
 */
function drawCell({ column, content, index, col, isActive, areWidthsAutomatic }: CellProps) {
  const leastPx = column.fitWidth ?? narrowestWidth(column);
  const fits = isText(content) && areWidthsAutomatic && surelyFits(String(content), leastPx);
  const isBare = isText(content) && (fits || !column.mayWrap);
  const align = styles[column.align ?? 'start'];
  return (
    <div
      key={column.id}
      role="gridcell"
      aria-colindex={col + 1}
      data-row={index}
      data-col={col}
      tabIndex={isActive ? 0 : -1}
      className={classNames(styles.cell, align, isBare && styles.text, isBare && !fits && styles.mayBeCut)}
    >
      {isBare ? (
        content
      ) : (
        <span className={classNames(styles.content, column.mayWrap && styles.twoLines)}>{content}</span>
      )}
    </div>
  );
}

function GridRowView(props: GridRowProps) {
  const { model, index, ariaRowIndex, rowHeightPx, hasSelectBox, isSelected, activeCol, areWidthsAutomatic } =
    props;
  const shift = hasSelectBox ? 1 : 0;
  const actionCol = model.columns.length + shift;
  const parity = index % 2 === 0 ? 'even-row' : 'odd-row';
  return (
    <div
      role="row"
      aria-rowindex={ariaRowIndex}
      aria-selected={isSelected ?? undefined}
      data-row-index={index}
      data-row-id={model.ids[index]}
      className={classNames(styles.row, parity, activeCol !== null && styles.activeRow)}
      style={{ top: index * rowHeightPx }}
    >
      {hasSelectBox && (
        <SelectCell index={index} isSelected={isSelected === true} tabIndex={activeCol === 0 ? 0 : -1} />
      )}
      {model.columns.map((column, at) =>
        drawCell({
          column,
          content: model.contentAt(index, at),
          index,
          col: at + shift,
          isActive: activeCol === at + shift,
          areWidthsAutomatic,
        }),
      )}
      {model.hasActions && (
        <ActionCell
          model={model}
          index={index}
          col={actionCol}
          isActiveRow={activeCol !== null}
          isActiveCell={activeCol === actionCol}
        />
      )}
    </div>
  );
}

/** Drawn again only when its own data, selection or focus changes. */
export const GridRow = memo(GridRowView);
