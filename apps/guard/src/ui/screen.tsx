import { type ReactNode, useEffect } from 'react';
import { IconChevronLeft } from '@tabler/icons-react';
import controls from './controls.module.css';
import styles from './screen.module.css';

interface ScreenProps {
  readonly title: string;
  /** Where back leads; none on the first screen. */
  readonly back?: { readonly href: string; readonly label: string };
  /** Right of the title. */
  readonly aside?: ReactNode;
  /** Below the thumb. */
  readonly actions?: ReactNode;
  readonly children: ReactNode;
}

/** A screen: title, what there is to see, and what can be done at the bottom, where one hand reaches. */
export function Screen({ title, back, aside, actions, children }: ScreenProps) {
  // The page scrolls as a whole, so that another screen would begin where the one before was left.
  useEffect(() => {
    window.scrollTo(0, 0);
  }, []);
  return (
    <div className={styles.screen}>
      <header className={styles.header}>
        {back && (
          <a className={controls.icon} href={back.href} aria-label={back.label}>
            <IconChevronLeft size={28} aria-hidden />
          </a>
        )}
        <h1 className={styles.title}>{title}</h1>
        {aside}
      </header>
      <main className={styles.main}>{children}</main>
      <footer className={styles.actions}>{actions}</footer>
    </div>
  );
}
