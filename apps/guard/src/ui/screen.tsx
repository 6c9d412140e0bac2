import { createContext, type ReactNode, useContext, useEffect } from 'react';
import { IconChevronLeft } from '@tabler/icons-react';
import controls from './controls.module.css';
import styles from './screen.module.css';

/** Beside the title of every screen within, whatever else stands there. */
export const OnEveryScreen = createContext<ReactNode>(null);

/** Above what every screen within shows. */
export const AtopEveryScreen = createContext<ReactNode>(null);

interface ScreenProps {
  readonly title: string;
  /** Where back leads; none on the first screen. */
  readonly back?: { readonly href: string; readonly label: string };
  /** Left of the title where there is no way back. */
  readonly mark?: ReactNode;
  /** Right of the title. */
  readonly aside?: ReactNode;
  /** Below the thumb. */
  readonly actions?: ReactNode;
  readonly children: ReactNode;
}

/** A screen: title, what there is to see, and what can be done at the bottom, where one hand reaches. */
export function Screen({ title, back, mark, aside, actions, children }: ScreenProps) {
  const onEvery = useContext(OnEveryScreen);
  const atop = useContext(AtopEveryScreen);
  // The page scrolls as a whole, so that another screen would begin where the one before was left.
  useEffect(() => {
    window.scrollTo(0, 0);
  }, []);
  return (
    <div className={styles.screen}>
      <header className={styles.header}>
        {back && (
          <a
            className={`${controls.icon ?? ''} ${styles.back ?? ''}`}
            href={back.href}
            aria-label={back.label}
          >
            <IconChevronLeft size={28} aria-hidden />
          </a>
        )}
        {mark}
        <h1 className={styles.title}>{title}</h1>
        {onEvery}
        {aside}
      </header>
      <main className={styles.main}>
        {atop}
        {children}
      </main>
      <footer className={styles.actions}>{actions}</footer>
    </div>
  );
}
