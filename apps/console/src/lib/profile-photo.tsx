import { IconUser } from '@tabler/icons-react';
import { useState } from 'react';
import { getThumbnail } from '@watchpost/contract/files';
import type { thumbnailSidesPx } from '@watchpost/domain/limits';
import { browserHttp } from './browser-http.ts';
import { toAddress } from './http.ts';
import styles from './profile-photo.module.css';

interface ProfilePhotoProps {
  /** Id of a stored file, or an address; empty for none. */
  readonly image: string;
  /** Side in pixels of the picture to load. */
  readonly size: (typeof thumbnailSidesPx)[number];
}

const fileId = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** The thumbnail of a stored file (API-08); any other address as it stands. */
function addressOf(image: string, size: ProfilePhotoProps['size']): string {
  if (!fileId.test(image)) return image;
  return browserHttp.baseUrl() + toAddress(getThumbnail.path, { fileId: image }, { size });
}

/**
 * A person's photo, filling its box; the default image where there is none or it cannot be shown (HEAD-02). Decorative:
 * the name stands beside it.
 */
export function ProfilePhoto({ image, size }: ProfilePhotoProps) {
  const [broken, setBroken] = useState('');
  const address = addressOf(image, size);
  if (address === '' || address === broken) {
    return <IconUser className={styles.standard} data-default-photo aria-hidden />;
  }
  return <img src={address} alt="" className={styles.photo} onError={() => setBroken(address)} />;
}
