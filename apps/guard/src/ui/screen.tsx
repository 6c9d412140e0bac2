import { createContext, type ReactNode, useContext, useEffect, useRef } from 'react';
import { IconChevronLeft } from '@tabler/icons-react';
import { arriveAt, pageTitle } from './arrival.ts';
import controls from './controls.module.css';
import styles from './screen.module.css';

/** Beside the title of every screen within, whatever else stands there. */
export const OnEveryScreen = createContext<ReactNode>(null);

/** Above what every screen within shows. */
export const AtopEveryScreen = createContext<ReactNode>(null);

/** In the browser's title beside the screen's. */
export const ProductName = createContext('');

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
  const product = useContext(ProductName);
  const heading = useRef<HTMLHeadingElement>(null);
  // The page scrolls as a whole, so that another screen would begin where the one before was left.
  useEffect(() => {
    window.scrollTo(0, 0);
  }, []);
  useEffect(() => {
    document.title = pageTitle(title, product);
  }, [title, product]);
  useEffect(() => {
    if (heading.current !== null) arriveAt(heading.current, title);
  }, [title]);
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
        <h1 ref={heading} className={styles.title} tabIndex={-1}>
          {title}
        </h1>
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
