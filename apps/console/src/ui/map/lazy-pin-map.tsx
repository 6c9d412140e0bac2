/** The map with one pin: loads Leaflet when first drawn and keeps its place in the meantime. */
import { Skeleton } from '../display/skeleton.tsx';
import { fetchedPart } from '../feedback/fetched-part.tsx';

export const LazyPinMap = fetchedPart(
  async () => (await import('./pin-map.tsx')).PinMap,
  ({ height = 360 }) => <Skeleton height={height} />,
);
