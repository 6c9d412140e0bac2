// The photos of an incident, small, and one of them large; more can be added until it is closed.
import type { IncidentDetails, IncidentRow } from '@watchpost/contract/incidents';
import { incidentPhotosMax } from '@watchpost/domain/incidents';
import { useEffect, useEffectEvent, useState } from 'react';
import { keepTabOpen } from '../../lib/keep-tab-open.ts';
import { t } from '../../lib/labels.ts';
import { SiteTime } from '../../lib/rounds/round-cells.tsx';
import { Button } from '../../ui/actions/button.tsx';
import { Card } from '../../ui/display/card.tsx';
import { Modal } from '../../ui/overlays/modal.tsx';
import { useAttempt } from '../../records/use-attempt.ts';
import { addPhotos, incidentArea, photoAddress } from './incidents.api.ts';
import styles from './incidents.module.css';
import { PhotoPicker } from './photo-picker.tsx';
import { usePhotoUploads } from './use-photo-uploads.ts';

interface PhotosProps {
  readonly details: IncidentDetails;
  readonly mayAdd: boolean;
}

export function IncidentPhotos({ details: { incident, photos }, mayAdd }: PhotosProps) {
  const [shownAt, setShownAt] = useState<number | null>(null);
  const { isBusy, attempt } = useAttempt(incidentArea);
  const uploads = usePhotoUploads();
  const add = async (files: readonly File[]) => {
    const letGo = keepTabOpen();
    try {
      await attempt(async () => {
        const ids = await uploads.upload(files, incidentPhotosMax - photos.length);
        if (ids.length > 0) await addPhotos(incident.id, ids);
      });
    } finally {
      letGo();
    }
  };
  const nameAt = (at: number) => t('incidents.photoName', { number: at + 1, count: photos.length });
  if (photos.length === 0 && !mayAdd) return null;
  return (
    <Card title={t('incidents.photos')}>
      {photos.length > 0 && (
        <ul className={styles.photos}>
          {photos.map(({ id, fileId }, at) => (
            <li key={id}>
              <button type="button" className={styles.photo} onClick={() => setShownAt(at)}>
                <img src={photoAddress(incident.id, fileId, '250')} alt={nameAt(at)} />
              </button>
            </li>
          ))}
        </ul>
      )}
      {mayAdd && photos.length < incidentPhotosMax && (
        <div data-print="hide">
          <PhotoPicker uploads={uploads} isBusy={isBusy} onPick={(files) => void add(files)} />
        </div>
      )}
      {shownAt !== null && (
        <Viewer
          incident={incident}
          photos={photos}
          at={shownAt}
          name={nameAt(shownAt)}
          onStep={setShownAt}
          onClose={() => setShownAt(null)}
        />
      )}
    </Card>
  );
}

interface ViewerProps {
  readonly incident: IncidentRow;
  readonly photos: IncidentDetails['photos'];
  readonly at: number;
  readonly name: string;
  readonly onStep: (at: number) => void;
  readonly onClose: () => void;
}

const viewerWidthPx = 1_000;

function Viewer({ incident, photos, at, name, onStep, onClose }: ViewerProps) {
  const photo = photos[at];
  const stepByKey = useEffectEvent(({ key }: KeyboardEvent) => {
    const next = key === 'ArrowLeft' ? at - 1 : key === 'ArrowRight' ? at + 1 : at;
    if (next !== at && photos[next] !== undefined) onStep(next);
  });
  useEffect(() => {
    const listening = new AbortController();
    window.addEventListener('keydown', (event) => stepByKey(event), { signal: listening.signal });
    return () => listening.abort();
  }, []);
  if (photo === undefined) return null;
  return (
    <Modal
      isOpen
      title={name}
      width={viewerWidthPx}
      onClose={onClose}
      footer={
        photos.length > 1 && (
          <>
            <Button disabled={at === 0} onClick={() => onStep(at - 1)}>
              {t('incidents.previousPhoto')}
            </Button>
            <Button disabled={at === photos.length - 1} onClick={() => onStep(at + 1)}>
              {t('incidents.nextPhoto')}
            </Button>
          </>
        )
      }
    >
      <img className={styles.viewer} src={photoAddress(incident.id, photo.fileId, 'main')} alt={name} />
      <p className={styles.photoTime}>
        <SiteTime atMs={photo.addedAt} zone={incident.siteTimeZone} />
      </p>
    </Modal>
  );
}
