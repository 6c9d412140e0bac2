/* oxlint-disable jsx-a11y/no-noninteractive-tabindex -- the focused plan moves by arrow keys and zooms by + and - */
/** A picture to move and zoom, with points on it that can be dragged or moved by keys. */
import { IconMaximize, IconMinus, IconPlus } from '@tabler/icons-react';
import type { RefObject } from 'react';
import { useId, useState } from 'react';
import { classNames } from '../class-names.ts';
import { IconButton } from '../actions/icon-button.tsx';
import { VisuallyHidden } from '../display/visually-hidden.tsx';
import { drawnSize, type Point, type Size } from './plan-geometry.ts';
import { type Pin, PlanPin } from './plan-pin.tsx';
import styles from './plan-view.module.css';
import { BUTTON_STEP, type PlanViewState } from './use-plan-view.ts';

export type PlanViewProps = {
  frameRef: RefObject<HTMLDivElement | null>;
  state: PlanViewState;
  /** The plan's accessible name. */
  label: string;
  /** How to use it, spoken. */
  help: string;
  src: string;
  /** Of the picture, in its own pixels. */
  size: Size;
  pins: readonly Pin[];
  isReadOnly: boolean;
  /** Something is about to be dropped here. */
  isTarget?: boolean;
  selectedId: string | null;
  onSelect: (id: string) => void;
  onMove: (id: string, to: Point, by: 'pointer' | 'key') => void;
  onRemove: (id: string) => void;
  texts: { zoomIn: string; zoomOut: string; whole: string; broken: string };
};

/** A narrower plan has no room for the names of all points. */
const NAMES_FROM_PX = 560;

/** The picture with its points. */
function Sheet(props: PlanViewProps) {
  const { state, src, size, pins, isReadOnly, texts } = props;
  const [isBroken, setIsBroken] = useState(false);
  const { view, frame } = state;
  const { width, height } = drawnSize(size, frame, view.zoom);
  return (
    <div
      className={classNames(styles.sheet, width < NAMES_FROM_PX && styles.dense)}
      style={{ left: view.x, top: view.y, width, height }}
    >
      {isBroken ? (
        <p className={styles.broken}>{texts.broken}</p>
      ) : (
        <img
          src={src}
          alt=""
          draggable={false}
          className={styles.picture}
          onError={() => setIsBroken(true)}
        />
      )}
      {pins.map((pin) => (
        <PlanPin
          key={pin.id}
          pin={pin}
          sheetWidth={width}
          isReadOnly={isReadOnly}
          isSelected={pin.id === props.selectedId}
          pointAt={state.pointAt}
          onSelect={() => props.onSelect(pin.id)}
          onMove={(to, by) => props.onMove(pin.id, to, by)}
          onRemove={() => props.onRemove(pin.id)}
        />
      ))}
    </div>
  );
}

function ZoomButtons({ state, texts }: Pick<PlanViewProps, 'state' | 'texts'>) {
  const buttons = [
    { label: texts.zoomIn, icon: <IconPlus size={18} aria-hidden />, press: () => state.zoomBy(BUTTON_STEP) },
    {
      label: texts.zoomOut,
      icon: <IconMinus size={18} aria-hidden />,
      press: () => state.zoomBy(1 / BUTTON_STEP),
    },
    { label: texts.whole, icon: <IconMaximize size={18} aria-hidden />, press: state.reset },
  ];
  return (
    <div className={styles.buttons}>
      {buttons.map(({ label, icon, press }) => (
        <IconButton key={label} hasBorder label={label} icon={icon} onClick={press} />
      ))}
    </div>
  );
}

export function PlanView(props: PlanViewProps) {
  const { frameRef, state, label, help, size, isTarget } = props;
  const helpId = useId();
  return (
    <div className={styles.holder}>
      <div
        ref={frameRef}
        role="application"
        aria-label={label}
        aria-describedby={helpId}
        tabIndex={0}
        className={classNames(styles.frame, isTarget && styles.target)}
        style={{ aspectRatio: `${size.width} / ${size.height}` }}
        {...state.handlers}
      >
        <Sheet {...props} />
      </div>
      <VisuallyHidden id={helpId}>{help}</VisuallyHidden>
      <ZoomButtons {...props} />
    </div>
  );
}
