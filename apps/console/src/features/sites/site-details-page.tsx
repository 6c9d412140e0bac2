// One site and everything that belongs to it; every figure leads to what it counts (MNG-01, MNG-02).
import type { SiteDetails } from '@watchpost/contract/site-details';
import { siteFields } from '@watchpost/contract/sites';
import { useMemo } from 'react';
import { useSession } from '../../lib/current-session.ts';
import { t } from '../../lib/labels.ts';
import { PageActions } from '../../lib/page-actions.tsx';
import { checkpointHref } from '../../lib/record-links.ts';
import { useUrlSearch } from '../../lib/url-search.ts';
import { EditLink } from '../../records/edit-link.tsx';
import { FieldFacts } from '../../records/field-facts.tsx';
import { FormerIdFact } from '../../records/former-id-fact.tsx';
import { HiddenCard } from '../../records/list-card.tsx';
import { RecordPage } from '../../records/record-page.tsx';
import { CardColumns } from '../../ui/display/card-columns.tsx';
import { Card, CardNote } from '../../ui/display/card.tsx';
import { Facts } from '../../ui/display/facts.tsx';
import { NameLine } from '../../ui/display/name-line.tsx';
import { StatusBadge } from '../../ui/display/status-badge.tsx';
import { LazyPositionMap } from '../../ui/map/lazy-position-map.tsx';
import { FloorPlansCard } from './floor-plans-card.tsx';
import { HandoverNotesCard } from './handover-notes-card.tsx';
import { PostOrdersCard } from './post-orders-card.tsx';
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
        <>
          <PageActions>
            <EditLink href={`${listHref}/edit-site?id=${details.site.id}`} label={t('sites.edit')} />
          </PageActions>
          <Head {...details} />
          <SiteRoundsCard {...details} />
          <SiteMap {...details} />
          <PostOrdersCard siteId={details.site.id} />
          <HandoverNotesCard siteId={details.site.id} />
          <FloorPlansCard siteId={details.site.id} />
          <CardColumns>
            <SubAdmins siteId={details.site.id} />
            <SiteGuards {...details} />
            <SiteShifts {...details} />
            <SiteRoutes {...details} />
            <SiteTours {...details} />
            <SiteIncidents {...details} />
          </CardColumns>
        </>
      )}
    </RecordPage>
  );
}

function Head({ site }: SiteDetails) {
  const { name, activated, contactName, contactPhone, latitude, longitude } = site;
  return (
    <Card>
      <NameLine name={name}>
        <StatusBadge meaning={activated ? 'good' : 'missed'}>
          {t(activated ? 'sites.activated' : 'sites.deactivated')}
        </StatusBadge>
        <SiteLogo site={site} />
      </NameLine>
      <Facts>
        <FieldFacts
          fields={siteFields}
          row={site}
          own={{
            contactName: (
              <>
                {contactName || (contactPhone === '' && t('records.empty'))}{' '}
                {contactPhone !== '' && <a href={`tel:${contactPhone}`}>{contactPhone}</a>}
              </>
            ),
            latitude: `${latitude}, ${longitude}`,
          }}
        />
        <FormerIdFact formerId={site.formerId} />
      </Facts>
    </Card>
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
  if (checkpoints === null) return <HiddenCard title={title} />;
  const names = checkpoints.data.map(({ name }) => name).join(', ');
  return (
    <Card title={`${title} (${checkpoints.count})`} actions={<CheckpointLinks siteId={site.id} />} isFlush>
      {expected.length === 0 && <CardNote>{t('sites.noCheckpoints')}</CardNote>}
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
            {index + 1}. <a href={checkpointHref(id)}>{name}</a>
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
