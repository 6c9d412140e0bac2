/** The live map: loads Leaflet when first drawn and keeps its place in the meantime. */
import { Skeleton } from '../display/skeleton.tsx';
import { fetchedPart } from '../feedback/fetched-part.tsx';
import type { LiveMapProps } from './live-map-types.ts';

const Loaded = fetchedPart(
  async () => (await import('./live-map.tsx')).LiveMap,
  () => <Skeleton height="100%" />,
);

export function LazyLiveMap(props: LiveMapProps) {
  return (
    <div className={props.className}>
      <Loaded {...props} />
    </div>
  );
}
