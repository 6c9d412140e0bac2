/** The map with one pin: loads Leaflet when first drawn and keeps its place meanwhile. */
import { lazy, Suspense } from 'react';
import { Skeleton } from '../display/skeleton.tsx';
import type { PinMapProps } from './pin-map-types.ts';

const Loaded = lazy(async () => ({ default: (await import('./pin-map.tsx')).PinMap }));

export function LazyPinMap(props: PinMapProps) {
  return (
    <Suspense fallback={<Skeleton height={props.height ?? 360} />}>
      <Loaded {...props} />
    </Suspense>
  );
}
