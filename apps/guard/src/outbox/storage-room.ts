// Whether the phone has room: photos give way long before a scan would (FIELD-02).

/** Photos are no longer taken below this; bytes. */
const photoRoomBytes = 25_000_000;
/** Anyone who uses the phone is warned below this; bytes. */
const warnRoomBytes = 60_000_000;

export type Room = 'plenty' | 'low' | 'noPhotos';

/** What is left decides, not the share: a phone's quota may be anything. Browsers that do not tell have plenty. */
export function roomOf(estimate: { readonly quota?: number; readonly usage?: number } | null): Room {
  const { quota, usage } = estimate ?? {};
  if (quota === undefined || usage === undefined) return 'plenty';
  const left = quota - usage;
  if (left < photoRoomBytes) return 'noPhotos';
  return left < warnRoomBytes ? 'low' : 'plenty';
}

export async function phoneRoom(): Promise<Room> {
  try {
    return roomOf(await navigator.storage.estimate());
  } catch {
    return 'plenty';
  }
}

/** Asks the browser not to clear what is stored when the phone runs low. */
export async function keepStorage(): Promise<boolean> {
  try {
    return (await navigator.storage.persisted()) || (await navigator.storage.persist());
  } catch {
    return false;
  }
}
