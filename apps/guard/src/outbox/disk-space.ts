// Whether the phone has room: photos give way long before a scan would (FIELD-02).

/** Photos are no longer taken below this; bytes. */
const photoSpaceBytes = 25_000_000;
/** Anyone who uses the phone is warned below this; bytes. */
const warnSpaceBytes = 60_000_000;

export type DiskSpace = 'plenty' | 'low' | 'noPhotos';

/** What is left decides, not the share: a phone's quota may be anything. Browsers that do not tell have plenty. */
export function diskSpaceOf(
  estimate: { readonly quota?: number; readonly usage?: number } | null,
): DiskSpace {
  const { quota, usage } = estimate ?? {};
  if (quota === undefined || usage === undefined) return 'plenty';
  const left = quota - usage;
  if (left < photoSpaceBytes) return 'noPhotos';
  return left < warnSpaceBytes ? 'low' : 'plenty';
}

export async function phoneDiskSpace(): Promise<DiskSpace> {
  try {
    return diskSpaceOf(await navigator.storage.estimate());
  } catch {
    return 'plenty';
  }
}

/** Asks the browser not to clear what is stored when the phone runs low. */
export async function persistStorage(): Promise<boolean> {
  try {
    return (await navigator.storage.persisted()) || (await navigator.storage.persist());
  } catch {
    return false;
  }
}
