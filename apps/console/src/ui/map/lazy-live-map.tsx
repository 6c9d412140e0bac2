/** The live map: loads Leaflet when first drawn and keeps its place meanwhile. */
import { lazy, Suspense } from 'react';
import { Skeleton } from '../display/skeleton.tsx';
import type { LiveMapProps } from './live-map-types.ts';

const Loaded = lazy(async () => ({ default: (await import('./live-map.tsx')).LiveMap }));

export function LazyLiveMap(props: LiveMapProps) {
  return (
    <div className={props.className}>
      <Suspense fallback={<Skeleton height="100%" />}>
        <Loaded {...props} />
      </Suspense>
    </div>
  );
}
