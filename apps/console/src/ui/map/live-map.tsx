/* oxlint-disable jsx-a11y/no-noninteractive-tabindex -- the focused map pans by arrow keys and zooms by + and - */
/** A map of what goes on just now; its own chunk like every map. */
import { LatLngBounds, type Map as LeafletMap } from 'leaflet';
import { use, useEffect, useEffectEvent, useId, useRef } from 'react';
import { classNames } from '../class-names.ts';
import { VisuallyHidden } from '../display/visually-hidden.tsx';
import { GroundContext } from './ground.ts';
import type { LiveMapProps, LiveMark } from './live-map-types.ts';
import { LiveMarks } from './live-marks.ts';
import styles from './live-map.module.css';
import { followSize, makeMap } from './map-base.ts';
import shared from './position-map.module.css';

const CLOSEST_ZOOM = 20;
const FIT_ZOOM = 16;
const FIT_PADDING_PX = 40;

/** Of the mark that is to be looked at, else of all. */
function boundsOf(marks: readonly LiveMark[], focusId: string | undefined): LatLngBounds {
  const focused = marks.filter(({ id }) => id === focusId);
  const looked = focused.length > 0 ? focused : marks;
  return new LatLngBounds(looked.map(({ lat, lng }): [number, number] => [lat, lng]));
}

export function LiveMap(props: LiveMapProps) {
  const { label, textAlternative, marks, fitKey, focusId, clusterLabel, className } = props;
  const ground = use(GroundContext);
  const textId = useId();
  const container = useRef<HTMLDivElement>(null);
  const drawn = useRef<{ map: LeafletMap; layers: LiveMarks } | null>(null);
  const fitted = useRef<string | null>(null);
  const create = useEffectEvent((element: HTMLElement) => {
    const { lat, lng, zoom } = props.center;
    return makeMap(element, props, ground, { center: [lat, lng], zoom, maxZoom: CLOSEST_ZOOM });
  });
  const draw = useEffectEvent(() => drawn.current?.layers.draw(marks, clusterLabel));

  useEffect(() => {
    if (container.current === null) return undefined;
    const map = create(container.current);
    drawn.current = { map, layers: new LiveMarks(map) };
    map.on('zoomend', () => draw());
    const end = followSize(map);
    return () => {
      end();
      drawn.current = null;
      fitted.current = null;
    };
  }, [container]);

  useEffect(() => {
    if (drawn.current === null) return;
    if (fitted.current !== fitKey && marks.length > 0) {
      fitted.current = fitKey;
      drawn.current.map.fitBounds(boundsOf(marks, focusId), {
        padding: [FIT_PADDING_PX, FIT_PADDING_PX],
        maxZoom: FIT_ZOOM,
        animate: false,
      });
    }
    drawn.current.layers.draw(marks, clusterLabel);
  }, [marks, clusterLabel, fitKey, focusId]);

  return (
    <div className={classNames(shared.frame, className)}>
      <div
        ref={container}
        role="application"
        aria-label={label}
        aria-describedby={textId}
        tabIndex={0}
        className={classNames(shared.map, styles.map)}
      />
      <VisuallyHidden id={textId}>{textAlternative}</VisuallyHidden>
    </div>
  );
}
