/* oxlint-disable jsx-a11y/no-noninteractive-tabindex -- the focused map pans by arrow keys and zooms by + and - */
import { type RefObject, useId } from 'react';
import { classNames } from '../class-names.ts';
import { VisuallyHidden } from '../display/visually-hidden.tsx';
import styles from './position-map.module.css';

type MapFrameProps = {
  /** Where the map is drawn. */
  holder: RefObject<HTMLDivElement | null>;
  label: string;
  /** The same in words, for those who cannot see the map. */
  textAlternative: string;
  height?: string;
  className?: string;
};

export function MapFrame({ holder, label, textAlternative, height = '360px', className }: MapFrameProps) {
  const textId = useId();
  return (
    <div className={styles.frame}>
      <div
        ref={holder}
        role="application"
        aria-label={label}
        aria-describedby={textId}
        tabIndex={0}
        className={classNames(styles.map, className)}
        style={{ height }}
      />
      <VisuallyHidden id={textId}>{textAlternative}</VisuallyHidden>
    </div>
  );
}
