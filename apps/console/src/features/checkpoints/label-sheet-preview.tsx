/* oxlint-disable jsx-a11y/prefer-tag-over-role -- a drawing; the field beside it does the same by keyboard */
// The first sheet as it will be printed, to scale: which labels stay empty, and which are used.
import { type LabelSheet, labelSheets, type LabelSheetName, labelsOn } from '@watchpost/domain/checkpoints';
import { t } from '../../lib/labels.ts';
import styles from './labels-dialog.module.css';

interface PreviewProps {
  readonly sheet: LabelSheetName;
  readonly skip: number;
  /** How many are printed. */
  readonly labels: number;
  readonly hasInstructions: boolean;
  readonly onSkip: (skip: number) => void;
}

export function LabelSheetPreview({ sheet, skip, labels, hasInstructions, onSkip }: PreviewProps) {
  const geometry: LabelSheet = labelSheets[sheet];
  const { width, height } = geometry.page;
  const all = labelsOn(sheet);
  const printed = Math.min(labels, all - skip);
  return (
    <figure className={styles.preview}>
      <svg
        className={styles.page}
        viewBox={`0 0 ${width} ${height}`}
        role="img"
        aria-label={t('checkpoints.previewWords', { printed, skip, all })}
      >
        <rect className={styles.paper} width={width} height={height} />
        {Array.from({ length: all }, (_, at) => (
          <Label
            key={at}
            at={at}
            geometry={geometry}
            state={stateOf(at, skip, printed)}
            hasInstructions={hasInstructions}
            onPick={() => onSkip(at)}
          />
        ))}
      </svg>
      <figcaption className={styles.help}>
        {t(all > 1 ? 'checkpoints.previewHelp' : 'checkpoints.previewOne')}
      </figcaption>
    </figure>
  );
}

type LabelState = 'gone' | 'printed' | 'left';

function stateOf(at: number, skip: number, printed: number): LabelState {
  if (at < skip) return 'gone';
  return at < skip + printed ? 'printed' : 'left';
}

interface LabelProps {
  readonly at: number;
  readonly geometry: LabelSheet;
  readonly state: LabelState;
  readonly hasInstructions: boolean;
  readonly onPick: () => void;
}

/** Labels fill row by row. */
function Label({ at, geometry, state, hasInstructions, onPick }: LabelProps) {
  const { columns, first, pitch, label } = geometry;
  const x = first.x + (at % columns) * pitch.x;
  const y = first.y + Math.floor(at / columns) * pitch.y;
  return (
    <g className={styles[state]} onClick={onPick}>
      <rect x={x} y={y} width={label.width} height={label.height} rx={2} />
      {state === 'gone' && <path d={`M${x} ${y + label.height}L${x + label.width} ${y}`} />}
      {state === 'printed' && <Print x={x} y={y} label={label} hasInstructions={hasInstructions} />}
    </g>
  );
}

interface PrintProps {
  readonly x: number;
  readonly y: number;
  readonly label: LabelSheet['label'];
  readonly hasInstructions: boolean;
}

/** A code and lines of words, as they lie on a label of that shape. */
function Print({ x, y, label: { width, height }, hasInstructions }: PrintProps) {
  const isTall = height > width;
  const side = Math.min(width, height) * (isTall ? 0.7 : 0.76);
  const margin = Math.min(width, height) * 0.12;
  const line = Math.min(height, width) * 0.09;
  const lines = hasInstructions ? [1, 0.7, 0.9, 0.85, 0.5] : [1, 0.7];
  const spacing = line * 1.7;
  const wordsHeight = (lines.length - 1) * spacing + line;
  const codeX = isTall ? x + (width - side) / 2 : x + margin;
  const codeY = y + (height - side - (isTall ? margin + wordsHeight : 0)) / 2;
  const wordsX = isTall ? codeX : codeX + side + margin;
  const wordsY = isTall ? codeY + side + margin : y + (height - wordsHeight) / 2;
  const wordsWidth = isTall ? side : x + width - margin - wordsX;
  return (
    <>
      <path d={codeMarks(codeX, codeY, side)} className={styles.code} />
      {lines.map((part, at) => (
        <rect
          key={part}
          className={styles.words}
          x={isTall ? wordsX + (wordsWidth * (1 - part)) / 2 : wordsX}
          y={wordsY + at * spacing}
          width={wordsWidth * part}
          height={line}
        />
      ))}
    </>
  );
}

/** The three corners that tell a QR code at any size, and one mark amid them. */
function codeMarks(x: number, y: number, side: number): string {
  const square = (left: number, top: number, size: number) => `M${left} ${top}h${size}v${size}h${-size}z`;
  const corner = side * 0.36;
  const far = side - corner;
  const rings = [
    [x, y],
    [x + far, y],
    [x, y + far],
  ].map(
    ([left = 0, top = 0]) =>
      square(left, top, corner) + square(left + corner / 3, top + corner / 3, corner / 3),
  );
  return rings.join('') + square(x + far, y + far, corner * 0.6);
}
