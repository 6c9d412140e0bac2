import { IconCamera, IconTrash } from '@tabler/icons-react';
import { type ChangeEvent, useRef, useState } from 'react';
import { incidentPhotosMax } from '@watchpost/domain/incidents';
import { type LabelKey, t } from '../../lib/labels.ts';
import { smallPhoto } from '../../lib/small-photo.ts';
import { hasPhotoRoom } from '../../outbox/recording.ts';
import { Button } from '../../ui/button.tsx';
import controls from '../../ui/controls.module.css';
import { Notice } from '../../ui/notice.tsx';
import styles from './photo-field.module.css';
import type { TakenPhoto } from './report-draft.ts';

type Photos = readonly TakenPhoto[];

export function usePhotos(taken: Photos, setTaken: (changed: (before: Photos) => Photos) => void) {
  const [fault, setFault] = useState<LabelKey | null>(null);
  const add = async (files: readonly File[]) => {
    setFault(null);
    if (!(await hasPhotoRoom())) {
      setFault('fault.noPhotoRoom');
      return;
    }
    const room = incidentPhotosMax - taken.length;
    if (files.length > room) setFault('incident.tooManyPhotos');
    for (const file of files.slice(0, room)) {
      try {
        const blob = await smallPhoto(file);
        const photo = { blob, address: URL.createObjectURL(blob) };
        setTaken((before) => [...before, photo]);
      } catch {
        setFault('incident.noPicture');
      }
    }
  };
  const remove = (photo: TakenPhoto) => {
    setFault(null);
    URL.revokeObjectURL(photo.address);
    setTaken((before) => before.filter((other) => other !== photo));
  };
  return { taken, fault, add, remove };
}

export function PhotoField({ photos }: { readonly photos: ReturnType<typeof usePhotos> }) {
  const input = useRef<HTMLInputElement>(null);
  const choose = (event: ChangeEvent<HTMLInputElement>) => {
    const files = [...(event.target.files ?? [])];
    event.target.value = '';
    void photos.add(files);
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
        <Notice tone="missed" isNews>
          {t(photos.fault, { count: incidentPhotosMax })}
        </Notice>
      )}
      {photos.taken.length < incidentPhotosMax && (
        <Button onPress={() => input.current?.click()}>
          <IconCamera size={24} aria-hidden />
          {t('incident.addPhoto')}
        </Button>
      )}
    </section>
  );
}

function PhotoList({ photos }: { readonly photos: ReturnType<typeof usePhotos> }) {
  return (
    <ul className={styles.photos}>
      {photos.taken.map((photo, index) => (
        <li key={photo.address} className={styles.photo}>
          <img src={photo.address} alt={t('incident.photo', { number: index + 1 })} />
          <button
            type="button"
            className={controls.icon}
            aria-label={t('incident.removePhoto', { number: index + 1 })}
            onClick={() => photos.remove(photo)}
          >
            <IconTrash size={24} aria-hidden />
          </button>
        </li>
      ))}
    </ul>
  );
}
