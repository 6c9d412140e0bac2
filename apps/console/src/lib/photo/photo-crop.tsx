import { useEffect, useId, useRef } from 'react';
import { profileImageMinSidePx } from '@watchpost/domain/limits';
import { t } from '../labels.ts';
import { Button } from '../../ui/actions/button.tsx';
import { Modal } from '../../ui/overlays/modal.tsx';
import { type Crop, largestSide } from './crop-geometry.ts';
import styles from './photo.module.css';
import { useCrop } from './use-crop.ts';

/** Drawn at twice the size shown, for fine screens. */
const canvasSidePx = 576;

function draw(canvas: HTMLCanvasElement, picture: ImageBitmap, { left, top, side }: Crop): void {
  const context = canvas.getContext('2d');
  if (context === null) return;
  context.clearRect(0, 0, canvasSidePx, canvasSidePx);
  context.drawImage(picture, left, top, side, side, 0, 0, canvasSidePx, canvasSidePx);
  // Photos show as discs; the corners stay visible, only darker.
  context.fillStyle = 'rgb(0 0 0 / 45%)';
  context.beginPath();
  context.rect(0, 0, canvasSidePx, canvasSidePx);
  context.arc(canvasSidePx / 2, canvasSidePx / 2, canvasSidePx / 2, 0, Math.PI * 2, true);
  context.fill();
}

interface ZoomSliderProps {
  readonly picture: ImageBitmap;
  readonly side: number;
  readonly onChange: (side: number) => void;
}

function ZoomSlider({ picture, side, onChange }: ZoomSliderProps) {
  const id = useId();
  const largest = largestSide(picture);
  const range = largest - Math.min(profileImageMinSidePx, largest);
  return (
    <div className={styles.zoom}>
      <label htmlFor={id}>{t('crop.zoom')}</label>
      <input
        id={id}
        type="range"
        min={0}
        max={100}
        value={range === 0 ? 0 : Math.round((100 * (largest - side)) / range)}
        disabled={range === 0}
        onChange={(event) => onChange(largest - (Number(event.target.value) / 100) * range)}
      />
    </div>
  );
}

interface PhotoCropProps {
  readonly picture: ImageBitmap;
  readonly onUse: (crop: Crop) => void;
  readonly onBack: () => void;
}

/** The step between choosing a picture and having a photo: which square of it. */
export function PhotoCrop({ picture, onUse, onBack }: PhotoCropProps) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const helpId = useId();
  const { crop, zoomTo, handlers } = useCrop(picture, canvas);
  useEffect(() => {
    if (canvas.current !== null) draw(canvas.current, picture, crop);
  }, [picture, crop]);
  return (
    <Modal
      isOpen
      onClose={onBack}
      title={t('crop.title')}
      width={400}
      onSubmit={() => onUse(crop)}
      footer={
        <>
          <Button onClick={onBack}>{t('crop.back')}</Button>
          <Button type="submit" variant="primary">
            {t('crop.use')}
          </Button>
        </>
      }
    >
      <div className={styles.crop}>
        <canvas
          ref={canvas}
          width={canvasSidePx}
          height={canvasSidePx}
          className={styles.canvas}
          // oxlint-disable-next-line jsx-a11y/no-interactive-element-to-noninteractive-role -- it takes keys of its own
          role="application"
          aria-label={t('crop.area')}
          aria-describedby={helpId}
          tabIndex={0}
          data-autofocus
          {...handlers}
        />
        <p id={helpId} className={styles.hint}>
          {t('crop.help')}
        </p>
        <ZoomSlider picture={picture} side={crop.side} onChange={zoomTo} />
      </div>
    </Modal>
  );
}
