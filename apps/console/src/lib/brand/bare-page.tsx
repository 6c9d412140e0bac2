// The frame of pages that stand outside the shell: logo, one card, nothing else.
import type { ReactNode } from 'react';
import { useEffect } from 'react';
import { setPageTitle } from '../document-title.ts';
import { t } from '../labels.ts';
import styles from './bare-page.module.css';
import { ProductLogo } from './product-logo.tsx';

interface BarePageProps {
  readonly title: string;
  readonly children: ReactNode;
}

export function BarePage({ title, children }: BarePageProps) {
  useEffect(() => {
    setPageTitle(t('product.title', { page: title }));
  }, [title]);
  return (
    <main className={styles.page}>
      <ProductLogo />
      <div className={styles.card}>
        <h1 className={styles.title}>{title}</h1>
        {children}
      </div>
    </main>
  );
}
