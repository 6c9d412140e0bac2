// One site and everything that belongs to it; every figure leads to what it counts (MNG-01, MNG-02).
import type { SiteDetails } from '@watchpost/contract/site-details';
import { IconPencil } from '@tabler/icons-react';
import { useMemo, type ReactNode } from 'react';
import { useSession } from '../../lib/current-session.ts';
import { t } from '../../lib/labels.ts';
import { PageActions } from '../../lib/page-actions.tsx';
import { useUrlSearch } from '../../lib/url-search.ts';
import { RecordPage } from '../../records/record-page.tsx';
import { ButtonLink } from '../../ui/actions/button.tsx';
import { Card } from '../../ui/display/card.tsx';
import { StatusBadge } from '../../ui/display/status-badge.tsx';
import { LazyPositionMap } from '../../ui/map/lazy-position-map.tsx';
import { FloorPlansCard } from './floor-plans-card.tsx';
import { useSiteDetails } from './site-details.api.ts';
import styles from './site-details.module.css';
import { SiteGuards, SiteIncidents, SiteRoutes, SiteShifts, SiteTours } from './site-lists.tsx';
import { SiteLogo } from './site-logo.tsx';
import { SiteRoundsCard } from './site-rounds.tsx';
import { SubAdmins } from './sub-admins.tsx';

const listHref = '#/manage-sites';

export function SiteDetailsPage() {
  const [{ id = '' }] = useUrlSearch();
  const query = useSiteDetails(id);
  return (
    <RecordPage query={query} backHref={listHref}>
      {(details) => (
        <div className={styles.page}>
          <EditLink id={details.site.id} />
          <Head {...details} />
          <SiteRoundsCard {...details} />
          <SiteMap {...details} />
          <FloorPlansCard siteId={details.site.id} />
          <div className={styles.pair}>
            <SubAdmins siteId={details.site.id} />
            <SiteGuards {...details} />
            <SiteShifts {...details} />
            <SiteRoutes {...details} />
            <SiteTours {...details} />
            <SiteIncidents {...details} />
          </div>
        </div>
      )}
    </RecordPage>
  );
}

function EditLink({ id }: { readonly id: string }) {
  const mayEdit = useSession((session) => session.hasAccess('edit'));
  if (!mayEdit) return null;
  return (
    <PageActions>
      <ButtonLink
        variant="primary"
        icon={<IconPencil size={18} aria-hidden />}
        href={`#/manage-sites/edit-site?id=${id}`}
      >
        {t('sites.edit')}
      </ButtonLink>
    </PageActions>
  );
}

function Head({ site }: SiteDetails) {
  const { name, address, activated, contactName, contactPhone, timeZone, latitude, longitude } = site;
  return (
    <Card>
      <div className={styles.head}>
        <h2 className={styles.name}>{name}</h2>
        <StatusBadge meaning={activated ? 'good' : 'missed'}>
          {t(activated ? 'sites.activated' : 'sites.deactivated')}
        </StatusBadge>
        <SiteLogo site={site} />
      </div>
      <dl className={styles.facts}>
        <Fact label={t('sites.address')}>{address || t('records.empty')}</Fact>
        <Fact label={t('sites.contact')}>
          {contactName || (contactPhone === '' && t('records.empty'))}{' '}
          {contactPhone !== '' && <a href={`tel:${contactPhone}`}>{contactPhone}</a>}
        </Fact>
        <Fact label={t('sites.timeZone')}>{timeZone}</Fact>
        <Fact label={t('sites.position')}>
          {latitude}, {longitude}
        </Fact>
      </dl>
    </Card>
  );
}

function Fact({ label, children }: { readonly label: string; readonly children: ReactNode }) {
  return (
    <div>
      <dt>{label}</dt>
      <dd>{children}</dd>
    </div>
  );
}

const nobody: readonly [] = [];

/** The checkpoints around the site; without any the map shows where the site lies. */
function SiteMap({ site, checkpoints }: SiteDetails) {
  const expected = useMemo(
    () =>
      (checkpoints?.data ?? []).map(({ id, name, latitude, longitude, radiusMetres }, index) => ({
        id,
        label: name,
        lat: latitude,
        lng: longitude,
        radiusMetres,
        order: index + 1,
        meaning: 'good' as const,
      })),
    [checkpoints],
  );
  const title = t('sites.checkpoints');
  if (checkpoints === null) {
    return (
      <Card title={title}>
        <p className={styles.quiet}>{t('sites.hiddenFromYou')}</p>
      </Card>
    );
  }
  const names = checkpoints.data.map(({ name }) => name).join(', ');
  return (
    <Card title={`${title} (${checkpoints.count})`} actions={<CheckpointLinks siteId={site.id} />} isFlush>
      {expected.length === 0 && <p className={styles.none}>{t('sites.noCheckpoints')}</p>}
      <LazyPositionMap
        label={t('sites.checkpointMap')}
        textAlternative={names === '' ? t('sites.noCheckpoints') : names}
        expected={expected}
        actual={nobody}
        walkedIds={nobody}
        center={{ lat: site.latitude, lng: site.longitude, zoom: 16 }}
        zoomInLabel={t('sites.zoomIn')}
        zoomOutLabel={t('sites.zoomOut')}
        height="320px"
      />
      <ul className={styles.names}>
        {checkpoints.data.map(({ id, name }, index) => (
          <li key={id}>
            {index + 1}. <a href={`#/manage-checkpoints/checkpoint-details?id=${id}`}>{name}</a>
          </li>
        ))}
      </ul>
    </Card>
  );
}

function CheckpointLinks({ siteId }: { readonly siteId: string }) {
  const mayAdd = useSession((session) => session.hasAccessTo('CHECKPOINTS', 'add'));
  return (
    <div className={styles.links}>
      {mayAdd && (
        <a href={`#/manage-checkpoints/add-checkpoint?site=${siteId}`}>{t('sites.addCheckpoint')}</a>
      )}
      <a href={`#/manage-checkpoints?site=${siteId}`}>{t('sites.allCheckpoints')}</a>
    </div>
  );
}
