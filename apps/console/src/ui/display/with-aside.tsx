import type { ReactNode } from 'react';
import { Stack } from './stack.tsx';
import styles from './with-aside.module.css';

type WithAsideProps = {
  /** What belongs to the page's matter: its history, or what a form's values would lead to. */
  aside: ReactNode;
  /** Keeps the aside in sight while the rest is scrolled. */
  isAlwaysShown?: boolean;
  children: ReactNode;
};

/** A page's matter with a narrow column beside it, below it where the room is short and in print. */
export function WithAside({ aside, isAlwaysShown = false, children }: WithAsideProps) {
  return (
    <div className={styles.aside} data-kept={isAlwaysShown || undefined}>
      <Stack>{children}</Stack>
      <Stack>{aside}</Stack>
    </div>
  );
}
