// Post orders, to be read again.
import type { FieldPost } from '@watchpost/contract/field-posts';
import { t } from '../../lib/labels.ts';
import { Screen } from '../../ui/screen.tsx';
import styles from './briefing-page.module.css';

export function OrdersPage({ orders }: { readonly orders: FieldPost['orders'][number] }) {
  return (
    <Screen title={t('briefing.orders')} back={{ href: '#/home', label: t('back') }}>
      <p className={styles.text}>{orders.text}</p>
    </Screen>
  );
}
