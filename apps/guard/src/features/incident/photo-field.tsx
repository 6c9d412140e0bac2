import { IconCamera, IconTrash } from '@tabler/icons-react';
import { type ChangeEvent, type ReactNode, useRef, useState } from 'react';
import { incidentPhotosMax } from '@watchpost/domain/incidents';
import { type LabelKey, t } from '../../lib/labels.ts';
import { NoMemory, smallPhoto } from '../../lib/small-photo.ts';
import { makeUuidV7 } from '../../lib/uuid-v7.ts';
import { hasPhotoSpace } from '../../outbox/recording.ts';
import type { Owner } from '../../outbox/records.ts';
import { Button } from '../../ui/button.tsx';
import controls from '../../ui/controls.module.css';
import { Notice } from '../../ui/notice.tsx';
import styles from './photo-field.module.css';
import { takenPhoto, usePhotosDraft } from './report-draft.ts';

/** One after the other: a camera's picture takes the memory of many small ones. */
let shrinking: Promise<boolean> = Promise.resolve(true);

/** A small picture, or why there is none. */
async function shrunk(file: File): Promise<ArrayBuffer | LabelKey> {
  if (!(await hasPhotoSpace())) return 'fault.noPhotoRoom';
  try {
    return await (await smallPhoto(file)).arrayBuffer();
  } catch (error) {
    return error instanceof NoMemory ? 'fault.store' : 'incident.noPicture';
  }
}

const without = <Photo extends { readonly id: string }>(photos: readonly Photo[], id: string) =>
  photos.filter((photo) => photo.id !== id);

export function usePhotos(owner: Owner) {
  const { name, draft, now, change, forget } = usePhotosDraft(owner);
  const [fault, setFault] = useState<LabelKey | null>(null);
  /** Neither removed nor of a report that is done with. */
  const isWanted = (id: string) => now().pending.some((photo) => photo.id === id);
  const make = async (id: string, file: File): Promise<boolean> => {
    if (!isWanted(id)) return true;
    const made = await shrunk(file);
    if (!isWanted(id)) return true;
    change(({ pending }) => ({ pending: without(pending, id) }));
    if (typeof made === 'string') {
      setFault(made);
      return false;
    }
    const photo = takenPhoto({ id, bytes: made });
    change(({ taken }) => ({ taken: [...taken, photo] }));
    return true;
  };
  const add = (files: readonly File[]) => {
    const left = incidentPhotosMax - draft.taken.length - draft.pending.length;
    setFault(files.length > left ? 'incident.tooManyPhotos' : null);
    for (const file of files.slice(0, left)) {
      const id = makeUuidV7();
      shrinking = shrinking.then(() => make(id, file));
      const photo = { id, isMade: shrinking };
      change(({ pending }) => ({ pending: [...pending, photo] }));
    }
  };
  /** Resolves when none is pending any more, or with false when one could not be taken. */
  const allMade = async (): Promise<boolean> => {
    while (now().pending.length > 0) {
      const made = await Promise.all(now().pending.map(({ isMade }) => isMade));
      if (made.includes(false)) return false;
    }
    return true;
  };
  const remove = (id: string) => {
    setFault(null);
    for (const photo of now().taken) if (photo.id === id) URL.revokeObjectURL(photo.address);
    change(({ taken, pending }) => ({ taken: without(taken, id), pending: without(pending, id) }));
  };
  return { ...draft, name, now, fault, add, allMade, remove, forget };
}

export function PhotoField({ photos }: { readonly photos: ReturnType<typeof usePhotos> }) {
  const input = useRef<HTMLInputElement>(null);
  const choose = (event: ChangeEvent<HTMLInputElement>) => {
    const files = [...(event.target.files ?? [])];
    event.target.value = '';
    photos.add(files);
  };
  return (
    <section className={controls.field} aria-labelledby="photos">
      <h2 id="photos" className={controls.label}>
        {t('incident.photos')}
      </h2>
      <PhotoList photos={photos} />
      <input
        ref={input}
        className={styles.hidden}
        type="file"
        accept="image/*"
        capture="environment"
        multiple
        tabIndex={-1}
        aria-label={t('incident.addPhoto')}
        onChange={choose}
      />
      {photos.fault !== null && (
        <Notice tone="missed" isUpdate>
          {t(photos.fault, { count: incidentPhotosMax })}
        </Notice>
      )}
      {photos.taken.length + photos.pending.length < incidentPhotosMax && (
        <Button onPress={() => input.current?.click()}>
          <IconCamera size={24} aria-hidden />
          {t('incident.addPhoto')}
        </Button>
      )}
    </section>
  );
}

function PhotoList({ photos }: { readonly photos: ReturnType<typeof usePhotos> }) {
  const { taken, pending, remove } = photos;
  return (
    <ul className={styles.photos}>
      {taken.map(({ id, address }, index) => (
        <PhotoTile key={id} number={index + 1} onRemove={() => remove(id)}>
          <img src={address} alt={t('incident.photo', { number: index + 1 })} />
        </PhotoTile>
      ))}
      {pending.map(({ id }, index) => (
        <PhotoTile key={id} number={taken.length + index + 1} onRemove={() => remove(id)}>
          <span className={styles.pending}>
            {t('incident.photoPending', { number: taken.length + index + 1 })}
          </span>
        </PhotoTile>
      ))}
    </ul>
  );
}

interface TileProps {
  readonly number: number;
  readonly onRemove: () => void;
  readonly children: ReactNode;
}

function PhotoTile({ number, onRemove, children }: TileProps) {
  return (
    <li className={styles.photo}>
      {children}
      <button
        type="button"
        className={controls.icon}
        aria-label={t('incident.removePhoto', { number })}
        onClick={onRemove}
      >
        <IconTrash size={24} aria-hidden />
      </button>
    </li>
  );
}
