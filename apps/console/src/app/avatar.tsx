import { useState } from 'react';
import styles from './avatar.module.css';

/** Initials of the first and the last word. */
function initialsOf(name: string): string {
  const words = name.split(/\s+/).filter((word) => word !== '');
  const letters = [words[0], words.length > 1 ? words.at(-1) : undefined];
  return letters
    .map((word) => [...(word ?? '')][0] ?? '')
    .join('')
    .toLocaleUpperCase();
}

/** A photo; the initials where there is none or it cannot be shown (HEAD-02). Decorative: the name stands beside it. */
export function Avatar({ name, image }: { name: string; image: string }) {
  const [broken, setBroken] = useState('');
  return (
    <span className={styles.avatar} aria-hidden>
      {image === '' || image === broken ? (
        initialsOf(name)
      ) : (
        <img src={image} alt="" className={styles.photo} onError={() => setBroken(image)} />
      )}
    </span>
  );
}
