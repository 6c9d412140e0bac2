// One patrol route: how it is walked now, and how it was walked before (MNG-01, MNG-06).
import type { RouteDetails, RouteVersion } from '@watchpost/contract/patrol-routes';
import { t } from '../../lib/labels.ts';
import { PageActions } from '../../lib/page-actions.tsx';
import { RecordLink } from '../../lib/record-link.tsx';
import { checkpointHref } from '../../lib/record-links.ts';
import { useUrlSearch } from '../../lib/url-search.ts';
import { FormerIdFact } from '../../records/former-id-fact.tsx';
import { EditLink } from '../../records/edit-link.tsx';
import { Loaded } from '../../records/loaded.tsx';
import { RecordPage } from '../../records/record-page.tsx';
import { timeWords } from '../../records/record-time.ts';
import { Card } from '../../ui/display/card.tsx';
import { Facts } from '../../ui/display/facts.tsx';
import { useRoute, useRouteVersions } from './patrol-routes.api.ts';
import { RouteMap, routeTotals } from './route-map.tsx';
import styles from './patrol-routes.module.css';

const listHref = '#/manage-patrol-routes';

export function RouteDetailsPage() {
  const [{ id = '' }] = useUrlSearch();
  const query = useRoute(id);
  return (
    <RecordPage query={query} backHref={listHref}>
      {(route) => (
        <>
          <PageActions>
            <EditLink href={`${listHref}/edit-route?id=${id}`} label={t('routes.edit')} />
          </PageActions>
          <Head route={route} />
          <div className={styles.beside}>
            <Stops route={route} />
            <Card title={t('routes.map')} isFlush>
              <RouteMap stops={route.stops} isFixedOrder={route.isFixedOrder} />
            </Card>
          </div>
          <Versions id={id} />
        </>
      )}
    </RecordPage>
  );
}

function Head({ route }: { readonly route: RouteDetails }) {
  return (
    <Card>
      <div className={styles.head}>
        <h2>{route.name}</h2>
        <p>{[route.siteName, t(route.isFixedOrder ? 'routes.fixed' : 'routes.free')].join(' · ')}</p>
        <p className={styles.quiet}>{routeTotals(route.stops, route.expectedMinutes)}</p>
        {!route.activated && <p className={styles.warning}>{t('routes.deactivated')}</p>}
        {typeof route.formerId === 'string' && (
          <Facts>
            <FormerIdFact formerId={route.formerId} />
          </Facts>
        )}
      </div>
    </Card>
  );
}

function Stops({ route: { stops } }: { readonly route: RouteDetails }) {
  return (
    <Card title={t('routes.checkpoints')}>
      <ol className={styles.plainStops}>
        {stops.map((stop, index) => (
          <li key={stop.id} className={styles.stop}>
            <span className={styles.number}>{index + 1}</span>
            <span className={styles.name}>
              <RecordLink group="CHECKPOINTS" href={checkpointHref(stop.id)}>
                {stop.name}
              </RecordLink>
              {!stop.activated && <span className={styles.warning}>{t('routes.stopDeactivated')}</span>}
            </span>
            {index > 0 && (
              <span className={styles.quiet}>{t('routes.minuteCount', { count: stop.expectedMinutes })}</span>
            )}
          </li>
        ))}
      </ol>
    </Card>
  );
}

function Versions({ id }: { readonly id: string }) {
  return (
    <Card title={t('routes.versions')}>
      <p className={styles.description}>{t('routes.versionsHelp')}</p>
      <Loaded query={useRouteVersions(id)} height={80}>
        {({ data }) => (
          <ol className={styles.versions} reversed>
            {data.map((version) => (
              <Version key={version.id} version={version} />
            ))}
          </ol>
        )}
      </Loaded>
    </Card>
  );
}

function Version({ version }: { readonly version: RouteVersion }) {
  const order = t(version.isFixedOrder ? 'routes.fixed' : 'routes.free');
  return (
    <li>
      <div className={styles.versionHead}>
        <strong>{t('routes.version', { number: version.number })}</strong>
        {version.isCurrent && <span className={styles.current}>{t('routes.current')}</span>}
        <span>{t('routes.rounds', { count: version.rounds })}</span>
        <span className={styles.quiet}>{timeWords(version.createdAt)}</span>
      </div>
      <p className={styles.quiet}>
        {version.name} · {order} · {version.checkpoints.join(' → ')}
      </p>
    </li>
  );
}
