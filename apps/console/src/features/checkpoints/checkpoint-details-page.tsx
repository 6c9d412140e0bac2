// One checkpoint: where it hangs, its code, when it was scanned and when it was not (MNG-01, MNG-04).
import type { CheckpointDetails, CheckpointRow } from '@watchpost/contract/checkpoints';
import { IconPencil, IconPrinter } from '@tabler/icons-react';
import { type ReactNode, useMemo } from 'react';
import { useSession } from '../../lib/current-session.ts';
import { t } from '../../lib/labels.ts';
import { PageActions } from '../../lib/page-actions.tsx';
import { placeText } from '../../lib/rounds/round-words.ts';
import { useUrlSearch } from '../../lib/url-search.ts';
import { RecordPage } from '../../records/record-page.tsx';
import { timeWords } from '../../records/record-time.ts';
import { Button, ButtonLink } from '../../ui/actions/button.tsx';
import { Card } from '../../ui/display/card.tsx';
import { StatusBadge } from '../../ui/display/status-badge.tsx';
import { LazyPinMap } from '../../ui/map/lazy-pin-map.tsx';
import { CodeCard } from './checkpoint-code.tsx';
import styles from './checkpoint-details.module.css';
import { CheckpointGaps, CheckpointHistory } from './checkpoint-history.tsx';
import { useAround, useCheckpointDetails } from './checkpoints.api.ts';
import { LabelsDialog } from './labels-dialog.tsx';
import { useLabels } from './use-labels.ts';

const listHref = '#/manage-checkpoints';

export function CheckpointDetailsPage() {
  const [{ id = '' }] = useUrlSearch();
  const query = useCheckpointDetails(id);
  return (
    <RecordPage query={query} backHref={listHref}>
      {(details) => <Details key={id} {...details} />}
    </RecordPage>
  );
}

function Details({ checkpoint, codes, routes, history }: CheckpointDetails) {
  const labels = useLabels();
  const print = () => labels.open([checkpoint.id]);
  return (
    <div className={styles.page}>
      <Actions checkpoint={checkpoint} onLabels={print} />
      <Head checkpoint={checkpoint} />
      <div className={styles.pair}>
        <CodeCard checkpoint={checkpoint} codes={codes} onLabels={print} />
        <PlaceCard checkpoint={checkpoint} />
      </div>
      <CheckpointHistory checkpoint={checkpoint} history={history} />
      <div className={styles.pair}>
        <CheckpointGaps checkpoint={checkpoint} history={history} />
        <Routes routes={routes} />
      </div>
      <LabelsDialog labels={labels} />
    </div>
  );
}

interface OneProps {
  readonly checkpoint: CheckpointRow;
}

function Actions({ checkpoint, onLabels }: OneProps & { readonly onLabels: () => void }) {
  const mayEdit = useSession((session) => session.hasAccess('edit'));
  return (
    <PageActions>
      {checkpoint.activated && (
        <Button icon={<IconPrinter size={18} aria-hidden />} onClick={onLabels}>
          {t('checkpoints.printLabels')}
        </Button>
      )}
      {mayEdit && (
        <ButtonLink
          variant="primary"
          icon={<IconPencil size={18} aria-hidden />}
          href={`${listHref}/edit-checkpoint?id=${checkpoint.id}`}
        >
          {t('checkpoints.edit')}
        </ButtonLink>
      )}
    </PageActions>
  );
}

function Head({ checkpoint }: OneProps) {
  const { name, activated, siteId, siteName, nfcTagId, updatedAt, instructions } = checkpoint;
  const maySeeSite = useSession((session) => session.canView('SITES'));
  return (
    <Card>
      <div className={styles.head}>
        <h2 className={styles.name}>{name}</h2>
        <StatusBadge meaning={activated ? 'good' : 'missed'}>
          {t(activated ? 'checkpoints.activated' : 'checkpoints.deactivated')}
        </StatusBadge>
      </div>
      <dl className={styles.facts}>
        <Fact label={t('records.site')}>
          {maySeeSite ? <a href={`#/manage-sites/site-details?id=${siteId}`}>{siteName}</a> : siteName}
        </Fact>
        <Fact label={t('checkpoints.nfcTag')}>
          {nfcTagId === '' ? t('checkpoints.noTag') : <code>{nfcTagId}</code>}
        </Fact>
        <Fact label={t('checkpoints.updatedAt')}>{timeWords(updatedAt)}</Fact>
        <Fact label={t('checkpoints.instructions')} isWide>
          {instructions || t('checkpoints.noInstructions')}
        </Fact>
      </dl>
    </Card>
  );
}

interface FactProps {
  readonly label: string;
  readonly isWide?: boolean;
  readonly children: ReactNode;
}

function Fact({ label, isWide = false, children }: FactProps) {
  return (
    <div className={isWide ? styles.wideFact : undefined}>
      <dt>{label}</dt>
      <dd>{children}</dd>
    </div>
  );
}

const closeZoom = 18;

function PlaceCard({ checkpoint }: OneProps) {
  const { id, siteId, latitude, longitude, radiusMetres } = checkpoint;
  const { data } = useAround(siteId);
  const neighbours = useMemo(
    () =>
      (data?.checkpoints ?? [])
        .filter((other) => other.id !== id)
        .map((other) => ({ ...other, lat: other.latitude, lng: other.longitude })),
    [data, id],
  );
  const place = placeText(latitude, longitude);
  const radius = t('checkpoints.metres', { metres: radiusMetres });
  return (
    <Card title={t('checkpoints.position')} isFlush>
      <p className={styles.place}>
        {place} <span className={styles.quiet}>{t('checkpoints.within', { radius })}</span>
      </p>
      <LazyPinMap
        label={t('checkpoints.map')}
        textAlternative={t('checkpoints.mapWords', {
          latitude: String(latitude),
          longitude: String(longitude),
        })}
        pin={{ lat: latitude, lng: longitude }}
        pinLabel={checkpoint.name}
        radiusMetres={radiusMetres}
        neighbours={neighbours}
        center={{ lat: latitude, lng: longitude, zoom: closeZoom }}
        zoomInLabel={t('checkpoints.zoomIn')}
        zoomOutLabel={t('checkpoints.zoomOut')}
        height="320px"
      />
    </Card>
  );
}

function Routes({ routes }: Pick<CheckpointDetails, 'routes'>) {
  const title = t('checkpoints.routesPast');
  if (routes === null || routes.length === 0) {
    return (
      <Card title={title}>
        <p className={styles.quiet}>
          {t(routes === null ? 'checkpoints.hiddenFromYou' : 'checkpoints.noRoutes')}
        </p>
      </Card>
    );
  }
  return (
    <Card title={title} isFlush>
      <ul className={styles.rows}>
        {routes.map(({ id, name, activated }) => (
          <li key={id}>
            <a href={`#/manage-patrol-routes/route-details?id=${id}`}>{name}</a>
            {!activated && <StatusBadge meaning="missed">{t('checkpoints.deactivated')}</StatusBadge>}
          </li>
        ))}
      </ul>
    </Card>
  );
}
