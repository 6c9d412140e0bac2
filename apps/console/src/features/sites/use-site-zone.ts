// The time zone of the position as it is in the form: followed or only offered (MNG-02).
import type { Place } from '@watchpost/contract/places';
import { useEffect, useEffectEvent, useState } from 'react';
import { useRested } from '../../lib/use-rested.ts';
import { degreesOf } from '../../records/degrees.ts';
import type { RecordForm } from '../../records/use-record-form.ts';
import { useTimeZone } from './places.api.ts';
import type { SiteDraft } from './site-draft.ts';

/** Somebody dragging or typing is not asked after. */
const positionRestMs = 400;

type Position = Pick<SiteDraft, 'latitude' | 'longitude'>;

const keyOf = ({ latitude, longitude }: Position) => `${degreesOf(latitude)} ${degreesOf(longitude)}`;

/** Null for what is no position. */
function pointOf({ latitude, longitude }: Position): { lat: number; lng: number } | null {
  const [lat, lng] = [degreesOf(latitude), degreesOf(longitude)];
  return Math.abs(lat) <= 90 && Math.abs(lng) <= 180 ? { lat, lng } : null;
}

/** What is known of one position from a place that was chosen there. */
interface Known {
  readonly key: string;
  readonly timeZone: string;
}

/** `begun` is what the form began with: a position that was not moved is not asked after. */
export function useSiteZone(form: RecordForm<SiteDraft>, begun: SiteDraft) {
  const { draft } = form;
  // A stored site's shifts and reports follow its zone, so that it changes by choice alone.
  const [isOwnChoice, setIsOwnChoice] = useState(!form.isNew);
  const [known, setKnown] = useState<Known | null>(null);
  const key = keyOf(draft);
  const rested = useRested(key, positionRestMs);
  const isKnown = known?.key === key;
  const mayAsk = rested === key && key !== keyOf(begun) && !isKnown;
  const { data } = useTimeZone(mayAsk ? pointOf(draft) : null);
  const found = isKnown ? known.timeZone : mayAsk ? (data?.timeZone ?? null) : null;

  const follow = useEffectEvent((timeZone: string) => form.change({ timeZone }));
  useEffect(() => {
    if (found !== null && !isOwnChoice) follow(found);
  }, [found, isOwnChoice]);

  return {
    /** Of the position; null while it is not known, or was not asked after. */
    found,
    /** What could be taken in place of the zone that was chosen. */
    offered: found !== null && found !== draft.timeZone && isOwnChoice ? found : null,
    choose: (timeZone: string) => {
      setIsOwnChoice(true);
      form.change({ timeZone });
    },
    takePlace: ({ latitude, longitude, address, timeZone }: Place) => {
      const position = { latitude: String(latitude), longitude: String(longitude) };
      setKnown({ key: keyOf(position), timeZone });
      form.change({ ...position, ...(address === '' ? {} : { address }) });
    },
  };
}
export type SiteZone = ReturnType<typeof useSiteZone>;
