import { ProfilePhoto } from '../lib/profile-photo.tsx';
import styles from './avatar.module.css';

/** The round photo of the profile menu. Decorative: the name stands beside it. */
export function Avatar({ image }: { image: string }) {
  return (
    <span className={styles.avatar} aria-hidden>
      <ProfilePhoto image={image} size="96" />
    </span>
  );
}
