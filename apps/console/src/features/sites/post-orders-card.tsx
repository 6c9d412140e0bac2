// Post orders on a site's page: the text in force, who has acknowledged it, and how to publish the next (FIELD-01).
import type { OrdersAcknowledgements, OrdersVersion, PostOrders } from '@watchpost/contract/post-orders';
import { IconPencil } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import { useSession } from '../../lib/current-session.ts';
import { t } from '../../lib/labels.ts';
import { RecordLink } from '../../lib/record-link.tsx';
import { guardHref } from '../../lib/record-links.ts';
import { Loaded } from '../../records/loaded.tsx';
import { timeWords } from '../../records/record-time.ts';
import { Button } from '../../ui/actions/button.tsx';
import { Card } from '../../ui/display/card.tsx';
import { StatusBadge } from '../../ui/display/status-badge.tsx';
import { PostOrdersDialog, useEditedOrders } from './post-orders-dialog.tsx';
import { useAcknowledgements, usePostOrders } from './posts.api.ts';
import styles from './posts.module.css';
import { dayWords } from './site-day.ts';

export function PostOrdersCard({ siteId }: { readonly siteId: string }) {
  const query = usePostOrders(siteId);
  const { data } = query;
  const mayEdit = useSession((session) => session.hasAccess('edit'));
  const [edited, setEdited] = useEditedOrders();
  return (
    <Card
      title={t('orders.title')}
      actions={
        mayEdit &&
        data !== undefined && (
          <Button size="small" icon={<IconPencil size={16} aria-hidden />} onClick={() => setEdited(data)}>
            {t(data.version === 0 ? 'orders.first' : 'orders.publish')}
          </Button>
        )
      }
    >
      <Loaded query={query} height={120}>
        {(orders) =>
          orders.version === 0 ? (
            <p className={styles.quiet}>{t('orders.none')}</p>
          ) : (
            <Versions siteId={siteId} orders={orders} />
          )
        }
      </Loaded>
      {edited !== null && (
        <PostOrdersDialog siteId={siteId} orders={edited} onClose={() => setEdited(null)} />
      )}
    </Card>
  );
}

interface VersionsProps {
  readonly siteId: string;
  readonly orders: PostOrders;
}

/** Those to come and those in force in full; those that were replaced behind a fold. */
function Versions({ siteId, orders }: VersionsProps) {
  const { versions, inForceId } = orders;
  const inForce = versions.findIndex(({ id }) => id === inForceId);
  const current = inForce === -1 ? versions : versions.slice(0, inForce + 1);
  const past = inForce === -1 ? [] : versions.slice(inForce + 1);
  return (
    <div className={styles.versions}>
      {current.map((version) => (
        <Version key={version.id} siteId={siteId} orders={orders} version={version} isOpen />
      ))}
      {past.length > 0 && (
        <details className={styles.fold}>
          <summary>{t('orders.older')}</summary>
          <div className={styles.versions}>
            {past.map((version) => (
              <Version key={version.id} siteId={siteId} orders={orders} version={version} />
            ))}
          </div>
        </details>
      )}
    </div>
  );
}

interface VersionProps extends VersionsProps {
  readonly version: OrdersVersion;
  readonly isOpen?: boolean;
}

function Version({ siteId, orders, version, isOpen = false }: VersionProps) {
  const [isShown, setIsShown] = useState(isOpen && version.id === orders.inForceId);
  const { no, text, createdAtMs, createdBy, effectiveFromMs, acknowledgements } = version;
  const date = dayWords(effectiveFromMs, orders.siteTimeZone);
  return (
    <article className={styles.version}>
      <header className={styles.head}>
        <h3>{t('orders.version', { no })}</h3>
        <Standing orders={orders} version={version} />
        <span className={styles.quiet}>
          {t('orders.by', { at: timeWords(createdAtMs), by: createdBy })} · {t('orders.since', { date })}
        </span>
      </header>
      <p className={styles.text}>{text}</p>
      <div className={styles.head}>
        <span>{t('orders.count', { done: acknowledgements, all: orders.guards })}</span>
        <Button size="small" aria-expanded={isShown} onClick={() => setIsShown(!isShown)}>
          {t('orders.who')}
        </Button>
      </div>
      {isShown && <Acknowledgements siteId={siteId} id={version.id} />}
    </article>
  );
}

function Standing({ orders, version }: Pick<VersionProps, 'orders' | 'version'>) {
  const { id, no, effectiveFromMs } = version;
  if (id === orders.inForceId) return <StatusBadge meaning="good">{t('orders.inForce')}</StatusBadge>;
  const inForce = orders.versions.find((each) => each.id === orders.inForceId);
  if (no < (inForce?.no ?? 0)) return <StatusBadge meaning="unknown">{t('orders.past')}</StatusBadge>;
  const date = dayWords(effectiveFromMs, orders.siteTimeZone);
  return <StatusBadge meaning="late">{t('orders.ahead', { date })}</StatusBadge>;
}

function Acknowledgements({ siteId, id }: { readonly siteId: string; readonly id: string }) {
  return (
    <Loaded query={useAcknowledgements(siteId, id)} height={60}>
      {(found) => <WhoRead {...found} />}
    </Loaded>
  );
}

function WhoRead({ acknowledged, missing }: OrdersAcknowledgements) {
  return (
    <div className={styles.columns}>
      <People title={t('orders.acknowledged')} none={t('orders.nobody')}>
        {acknowledged.map(({ guardId, guardName, deviceAtMs }) => (
          <li key={guardId}>
            <RecordLink group="GUARDS" href={guardHref(guardId)}>
              {guardName}
            </RecordLink>
            <span className={styles.quiet}>{timeWords(deviceAtMs)}</span>
          </li>
        ))}
      </People>
      <People title={t('orders.missing')} none={t('orders.everybody')}>
        {missing.map(({ guardId, guardName, employeeId }) => (
          <li key={guardId}>
            <RecordLink group="GUARDS" href={guardHref(guardId)}>
              {guardName}
            </RecordLink>
            <span className={styles.quiet}>{employeeId}</span>
          </li>
        ))}
      </People>
    </div>
  );
}

interface PeopleProps {
  readonly title: string;
  readonly none: string;
  readonly children: readonly ReactNode[];
}

function People({ title, none, children }: PeopleProps) {
  return (
    <section>
      <h4>{title}</h4>
      {children.length === 0 ? (
        <p className={styles.quiet}>{none}</p>
      ) : (
        <ul className={styles.people}>{children}</ul>
      )}
    </section>
  );
}
