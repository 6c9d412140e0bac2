// Tells writers whether the disk has free space.
export interface Room {
  /** As of the last look. */
  hasRoom(): boolean;
  /** Resolves when there is none, be it now or later. */
  lost(): Promise<void>;
}

/** Of a server of one's own, which says so itself. */
export const roomElsewhere: Room = {
  hasRoom: () => true,
  lost: () => new Promise(() => {}),
};
