// One incident: its facts, photos, place, history and what may be done now (MNG-08); printed as it stands.
import type { IncidentDetails } from '@watchpost/contract/incidents';
import { statusesAfter } from '@watchpost/domain/incidents';
import { IconArrowLeft, IconArrowRight, IconFileTypePdf, IconPencil, IconPrinter } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { PrintHead } from '../../lib/brand/print-head.tsx';
import { useSession } from '../../lib/current-session.ts';
import { t } from '../../lib/labels.ts';
import { PageActions } from '../../lib/page-actions.tsx';
import { RecordLink } from '../../lib/record-link.tsx';
import { guardHref, siteHref } from '../../lib/record-links.ts';
import { SiteTime } from '../../lib/rounds/round-cells.tsx';
import { PageZone } from '../../lib/rounds/page-zone.tsx';
import { useUrlSearch } from '../../lib/url-search.ts';
import { DoubtMark } from '../../records/doubt-mark.tsx';
import { RecordPage } from '../../records/record-page.tsx';
import { Button, ButtonLink } from '../../ui/actions/button.tsx';
import { Card } from '../../ui/display/card.tsx';
import { FormerIdFact } from '../../records/former-id-fact.tsx';
import { Fact, Facts } from '../../ui/display/facts.tsx';
import { Stack } from '../../ui/display/stack.tsx';
import { WithAside } from '../../ui/display/with-aside.tsx';
import { LazyPositionMap } from '../../ui/map/lazy-position-map.tsx';
import { AssigneeForm, IncidentComment, usePdf } from './incident-actions.tsx';
import { IncidentHistory } from './incident-history.tsx';
import { IncidentPhotos } from './incident-photos.tsx';
import {
  editHref,
  IncidentStatusBadge,
  listHref,
  IncidentSeverityBadge,
  statusText,
  typeWords,
} from './incident-texts.tsx';
import { useIncident } from './incidents.api.ts';
import styles from './incidents.module.css';
import { StatusDialog, useAskedStep } from './status-dialog.tsx';

export function IncidentDetailsPage() {
  const [{ id = '' }] = useUrlSearch();
  const query = useIncident(id);
  return (
    <RecordPage query={query} backHref={listHref}>
      {(details) => (
        <PageZone key={id} siteZone={details.incident.siteTimeZone}>
          <Loaded details={details} />
        </PageZone>
      )}
    </RecordPage>
  );
}

interface PartProps {
  readonly details: IncidentDetails;
}

function Loaded({ details }: PartProps) {
  const { incident } = details;
  const mayEdit = useSession((current) => current.hasAccess('edit'));
  const isOpen = incident.status !== 'Closed';
  return (
    <>
      <Actions details={details} />
      <PrintHead lines={[t('incidents.report')]} />
      <WithAside
        aside={
          <>
            {mayEdit && (
              <Stack isScreenOnly>
                {isOpen && <AssigneeForm key={incident.version} incident={incident} />}
                <IncidentComment id={incident.id} />
              </Stack>
            )}
            <IncidentHistory details={details} />
          </>
        }
      >
        <WhatHappened details={details} />
        <IncidentPhotos details={details} mayAdd={mayEdit && isOpen} />
        <Position details={details} />
      </WithAside>
    </>
  );
}

function Actions({ details: { incident } }: PartProps) {
  const [step, setStep] = useAskedStep();
  const mayMove = useSession((current) => current.hasAccess('status'));
  const mayEdit = useSession((current) => current.hasAccess('edit'));
  const pdf = usePdf(incident);
  const [next] = mayMove ? statusesAfter(incident.status) : [];
  return (
    <PageActions>
      <ButtonLink href={listHref} icon={<IconArrowLeft size={16} aria-hidden />}>
        {t('records.back')}
      </ButtonLink>
      <Button icon={<IconPrinter size={16} aria-hidden />} onClick={() => window.print()}>
        {t('incidents.print')}
      </Button>
      <Button icon={<IconFileTypePdf size={16} aria-hidden />} isBusy={pdf.isBusy} onClick={pdf.save}>
        {t('incidents.pdf')}
      </Button>
      {mayEdit && incident.status !== 'Closed' && (
        <ButtonLink href={editHref(incident.id)} icon={<IconPencil size={16} aria-hidden />}>
          {t('records.edit')}
        </ButtonLink>
      )}
      {next !== undefined && (
        <Button
          variant="primary"
          icon={<IconArrowRight size={16} aria-hidden />}
          onClick={() => setStep({ incident, status: next })}
        >
          {t(next === 'Closed' ? 'incidents.close' : 'incidents.attend')}
        </Button>
      )}
      {step !== null && <StatusDialog step={step} onClose={() => setStep(null)} />}
    </PageActions>
  );
}

function WhatHappened({ details: { incident, deviceAt, phoneAtMs, formerId } }: PartProps) {
  const { siteId, siteName, siteTimeZone } = incident;
  const timeOf = (atMs: number, phone: number | null = null) => (
    <SiteTime atMs={atMs} zone={siteTimeZone} phoneAtMs={phone} />
  );
  const facts: [string, ReactNode][] = [
    [
      t('records.site'),
      <RecordLink key="site" group="SITES" href={siteHref(siteId)}>
        {siteName}
      </RecordLink>,
    ],
    [t('incidents.reportedAt'), timeOf(incident.reportedAt)],
    ...(deviceAt === null
      ? []
      : [[t('incidents.happenedAt'), timeOf(deviceAt, phoneAtMs)] satisfies [string, ReactNode]]),
    [t('incidents.reporter'), <Reporter key="reporter" incident={incident} />],
    [t('incidents.assignee'), incident.assigneeName || t('incidents.nobody')],
    [t('incidents.since', { status: statusText(incident.status) }), timeOf(incident.statusAt)],
  ];
  return (
    <Card title={typeWords(incident.type)}>
      <div className={styles.badges}>
        <IncidentStatusBadge status={incident.status} />
        <IncidentSeverityBadge severity={incident.severity} />
        {incident.isFromLostPhone && <DoubtMark doubt="lostPhone" />}
        {incident.isSentLate && <DoubtMark doubt="sentLate" />}
        {incident.isFromFuture && <DoubtMark doubt="fromFuture" />}
      </div>
      {incident.isFromLostPhone && <p className={styles.doubt}>{t('trust.lostPhoneWhy')}</p>}
      {incident.isSentLate && <p className={styles.doubt}>{t('trust.sentLateWhy')}</p>}
      {incident.isFromFuture && <p className={styles.doubt}>{t('trust.fromFutureWhy')}</p>}
      <p className={styles.words}>{incident.description}</p>
      <Facts areLines>
        {facts.map(([label, value]) => (
          <Fact key={label} label={label}>
            {value}
          </Fact>
        ))}
        <FormerIdFact formerId={formerId} />
      </Facts>
    </Card>
  );
}

function Reporter({ incident: { guardId, reporterName } }: Pick<IncidentDetails, 'incident'>) {
  if (guardId === null) return reporterName;
  return (
    <RecordLink group="GUARDS" href={guardHref(guardId)}>
      {reporterName}
    </RecordLink>
  );
}

const zoom = 17;

function Position({ details: { incident } }: PartProps) {
  const { latitude, longitude, type } = incident;
  if (latitude === null || longitude === null) return null;
  const values = `${latitude.toFixed(5)}, ${longitude.toFixed(5)}`;
  return (
    <Card title={t('incidents.position')}>
      <LazyPositionMap
        label={t('incidents.mapOf')}
        textAlternative={values}
        expected={[]}
        actual={[
          { id: incident.id, label: typeWords(type), lat: latitude, lng: longitude, meaning: 'missed' },
        ]}
        walkedIds={[]}
        center={{ lat: latitude, lng: longitude, zoom }}
        zoomInLabel={t('incidents.zoomIn')}
        zoomOutLabel={t('incidents.zoomOut')}
        height="220px"
      />
      <p className={styles.byline}>{values}</p>
    </Card>
  );
}
