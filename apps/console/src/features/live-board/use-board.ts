import { useEffect, useRef, useState } from 'react';
import { type BoardSight, FollowedBoard, nothingSeen } from './follow-board.ts';
import { askBoard, streamAddress } from './live-board.api.ts';

/** The board of a site, or of all for an empty one, as it is now. */
export function useBoard(site: string): BoardSight & { readonly refresh: () => void } {
  const [seen, setSeen] = useState({ site, sight: nothingSeen });
  const followed = useRef<FollowedBoard | null>(null);
  useEffect(() => {
    const made = new FollowedBoard({
      look: (signal) => askBoard(site, signal),
      streamAddress: () => streamAddress(site),
      onSight: (sight) => setSeen({ site, sight }),
    });
    followed.current = made;
    return () => {
      followed.current = null;
      made.close();
    };
  }, [site]);
  // What was seen of another site is not shown as this one's.
  const sight = seen.site === site ? seen.sight : nothingSeen;
  return { ...sight, refresh: () => followed.current?.refresh() };
}
