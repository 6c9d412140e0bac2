/** The map for pages: loads Leaflet when first drawn and keeps its place in the meantime. */
import { Skeleton } from '../display/skeleton.tsx';
import { fetchedPart } from '../feedback/fetched-part.tsx';

export const LazyPositionMap = fetchedPart(
  async () => (await import('./position-map.tsx')).PositionMap,
  ({ height = 360 }) => <Skeleton height={height} />,
);
