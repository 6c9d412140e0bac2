// An incident as far as it is written, by guard.
import type { IncidentSeverity, IncidentType } from '@watchpost/domain/incidents';
import { draftsOf } from '../../outbox/drafts.ts';
import type { Owner } from '../../outbox/records.ts';

export interface ReportDraft {
  /** Made when it is started, so that it is reported once. */
  readonly id: string | null;
  readonly type: IncidentType | null;
  readonly severity: IncidentSeverity;
  readonly description: string;
}

const empty: ReportDraft = { id: null, type: null, severity: 'medium', description: '' };

export const useReportDraft = draftsOf('report', empty);

interface SavedPhoto {
  readonly id: string;
  /** Of a JPEG. */
  readonly bytes: ArrayBuffer;
}

interface TakenPhoto extends SavedPhoto {
  readonly address: string;
}

/** Is being made smaller. */
interface PendingPhoto {
  readonly id: string;
  /** False where it could not be taken, and the guard is told why. */
  readonly isMade: Promise<boolean>;
}

interface PhotosDraft {
  readonly taken: readonly TakenPhoto[];
  readonly pending: readonly PendingPhoto[];
}

export const pictureOf = ({ bytes }: SavedPhoto) => new Blob([bytes], { type: 'image/jpeg' });

export const takenPhoto = ({ id, bytes }: SavedPhoto): TakenPhoto => ({
  id,
  bytes,
  address: URL.createObjectURL(pictureOf({ id, bytes })),
});

const isPhoto = (saved: unknown): saved is SavedPhoto =>
  typeof saved === 'object' && saved !== null && 'bytes' in saved && saved.bytes instanceof ArrayBuffer;

/** Apart from the words, which are kept with each letter. */
export const usePhotosDraft = draftsOf<PhotosDraft>(
  'photos',
  { taken: [], pending: [] },
  {
    saved: ({ taken }) => taken.map(({ id, bytes }): SavedPhoto => ({ id, bytes })),
    restored: (saved) => ({
      taken: Array.isArray(saved) ? saved.filter(isPhoto).map(takenPhoto) : [],
      pending: [],
    }),
  },
);

/** Whether a report was started, and neither recorded nor emptied again. */
export function useIsReportStarted(owner: Owner): boolean {
  const { type, description } = useReportDraft(owner).draft;
  const { taken, pending } = usePhotosDraft(owner).draft;
  return type !== null || description.trim() !== '' || taken.length + pending.length > 0;
}
