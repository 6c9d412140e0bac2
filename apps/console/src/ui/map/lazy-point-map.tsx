/** The map to choose a point on: loads Leaflet when first drawn and keeps its place in the meantime. */
import { Skeleton } from '../display/skeleton.tsx';
import { fetchedPart } from '../feedback/fetched-part.tsx';

export const LazyPointMap = fetchedPart(
  async () => (await import('./point-map.tsx')).PointMap,
  () => <Skeleton height={320} />,
);
