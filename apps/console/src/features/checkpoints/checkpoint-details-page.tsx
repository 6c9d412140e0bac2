// One checkpoint: where it hangs, its code, when it was scanned and when it was not (MNG-01, MNG-04).
import {
  type CheckpointDetails,
  checkpointFields,
  type CheckpointRow,
} from '@watchpost/contract/checkpoints';
import { IconPrinter } from '@tabler/icons-react';
import { useMemo } from 'react';
import { DateAndTime } from '../../lib/date-and-time.tsx';
import { useSession } from '../../lib/current-session.ts';
import { t } from '../../lib/labels.ts';
import { PageActions } from '../../lib/page-actions.tsx';
import { routeHref } from '../../lib/record-links.ts';
import { positionText } from '../../lib/rounds/round-texts.ts';
import { useUrlSearch } from '../../lib/url-search.ts';
import { EditLink } from '../../records/edit-link.tsx';
import { ListCard } from '../../records/list-card.tsx';
import { openingView } from '../../records/opening-view.ts';
import { FieldFacts } from '../../records/field-facts.tsx';
import { RecordHead } from '../../records/record-head.tsx';
import { RecordPage } from '../../records/record-page.tsx';
import { timeWords } from '../../records/record-time.ts';
import { useAround } from '../../records/site-surroundings.ts';
import { Button } from '../../ui/actions/button.tsx';
import { CardColumns } from '../../ui/display/card-columns.tsx';
import { Card } from '../../ui/display/card.tsx';
import { Fact } from '../../ui/display/facts.tsx';
import { StatusBadge } from '../../ui/display/status-badge.tsx';
import { LazyPinMap } from '../../ui/map/lazy-pin-map.tsx';
import { CodeCard } from './checkpoint-code.tsx';
import styles from './checkpoint-details.module.css';
import { CheckpointGaps, CheckpointHistory } from './checkpoint-history.tsx';
import { useCheckpointDetails } from './checkpoints.api.ts';
import { LabelsDialog } from './labels-dialog.tsx';
import { methodsWords } from './methods-field.tsx';
import { QuestionsCard } from './questions-card.tsx';
import { ScreensCard } from './screens-card.tsx';
import { tagWords } from './checkpoint-columns.ts';
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
    <>
      <Actions checkpoint={checkpoint} onLabels={print} />
      <Head checkpoint={checkpoint} />
      <CardColumns>
        <CodeCard checkpoint={checkpoint} codes={codes} onLabels={print} />
        <PlaceCard checkpoint={checkpoint} />
      </CardColumns>
      <ScreensCard checkpoint={checkpoint} />
      <QuestionsCard id={checkpoint.id} />
      <CheckpointHistory checkpoint={checkpoint} history={history} />
      <CardColumns>
        <CheckpointGaps checkpoint={checkpoint} history={history} />
        <Routes routes={routes} />
      </CardColumns>
      <LabelsDialog labels={labels} />
    </>
  );
}

interface OneProps {
  readonly checkpoint: CheckpointRow;
}

function Actions({ checkpoint, onLabels }: OneProps & { readonly onLabels: () => void }) {
  const mayEdit = useSession((session) => session.hasAccess('edit'));
  return (
    <PageActions>
      {mayEdit && checkpoint.activated && (
        <Button icon={<IconPrinter size={18} aria-hidden />} onClick={onLabels}>
          {t('checkpoints.printLabels')}
        </Button>
      )}
      <EditLink href={`${listHref}/edit-checkpoint?id=${checkpoint.id}`} label={t('checkpoints.edit')} />
    </PageActions>
  );
}

function Head({ checkpoint }: OneProps) {
  const { nfcTagId, scanMethods, updatedAt, instructions } = checkpoint;
  return (
    <RecordHead record={checkpoint}>
      <FieldFacts
        fields={checkpointFields}
        row={checkpoint}
        own={{
          nfcTagId: nfcTagId === '' ? tagWords(checkpoint) : <code>{nfcTagId}</code>,
          scanMethods: methodsWords(scanMethods),
        }}
      />
      <Fact label={t('checkpoints.updatedAt')}>
        <DateAndTime text={timeWords(updatedAt)} />
      </Fact>
      <Fact label={t('checkpoints.instructions')} isWide>
        {instructions || t('checkpoints.noInstructions')}
      </Fact>
    </RecordHead>
  );
}

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
  const place = positionText(latitude, longitude);
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
        center={{ lat: latitude, lng: longitude, zoom: openingView().mapZoom }}
        zoomInLabel={t('checkpoints.zoomIn')}
        zoomOutLabel={t('checkpoints.zoomOut')}
        closerLabel={t('checkpoints.closer')}
        height="320px"
      />
    </Card>
  );
}

function Routes({ routes }: Pick<CheckpointDetails, 'routes'>) {
  return (
    <ListCard
      title={t('checkpoints.routesPast')}
      rows={routes}
      none={t('checkpoints.noRoutes')}
      row={({ id, name, activated }) => (
        <>
          <a href={routeHref(id)}>{name}</a>
          {!activated && <StatusBadge meaning="missed">{t('checkpoints.deactivated')}</StatusBadge>}
        </>
      )}
    />
  );
}
