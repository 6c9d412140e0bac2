import { useState } from 'react';
import {
  type IncidentSeverity,
  type IncidentType,
  incidentDescriptionMaxLength,
  incidentSeverities,
  incidentTypes,
} from '@watchpost/domain/incidents';
import { type LabelKey, t } from '../../lib/labels.ts';
import { useAct } from '../../lib/use-act.ts';
import { positionNow } from '../../lib/whereabouts.ts';
import { reportIncident } from '../../outbox/acts.ts';
import type { Phone } from '../../outbox/phone.ts';
import type { Owner } from '../../outbox/records.ts';
import { Button, ButtonLink } from '../../ui/button.tsx';
import { Choice, TextArea } from '../../ui/fields.tsx';
import { Notice } from '../../ui/notice.tsx';
import { Screen } from '../../ui/screen.tsx';
import { PhotoField, usePhotos } from './photo-field.tsx';
import { pictureOf, useReportDraft } from './report-draft.ts';
import { Reported } from './reported.tsx';

interface IncidentProps {
  readonly phone: Phone;
  readonly owner: Owner;
}

const typeKey = (type: IncidentType): LabelKey => `incident.type.${type}`;
const severityKey = (severity: IncidentSeverity): LabelKey => `incident.severity.${severity}`;

export function IncidentPage({ phone, owner }: IncidentProps) {
  const { duty, round } = phone.shift;
  const [reportId, setReportId] = useState<string | null>(null);
  const siteId = round?.route.siteId ?? duty?.siteId;
  const title = t('incident.title');
  if (siteId === undefined) {
    return (
      <Screen
        title={title}
        back={{ href: '#/home', label: t('back') }}
        actions={
          <ButtonLink href="#/home" kind="primary">
            {t('incident.toDuty')}
          </ButtonLink>
        }
      >
        <Notice tone="late">{t('incident.noDuty')}</Notice>
      </Screen>
    );
  }
  if (reportId === null) {
    const backHref = round === null ? '#/home' : '#/round';
    return <IncidentForm owner={owner} siteId={siteId} backHref={backHref} onDone={setReportId} />;
  }
  return <Reported phone={phone} reportId={reportId} />;
}

interface FormProps {
  readonly owner: Owner;
  readonly siteId: string;
  readonly backHref: string;
  readonly onDone: (reportId: string) => void;
}

function useReport({ owner, siteId, onDone }: FormProps) {
  const { name, draft, now, change, forget } = useReportDraft(owner);
  const [wasPressed, setWasPressed] = useState(false);
  const photos = usePhotos(owner);
  const act = useAct();
  const save = () => {
    setWasPressed(true);
    if (draft.type === null) {
      // What is lacking is chosen in the first field.
      window.scrollTo(0, 0);
      return;
    }
    act.run(async () => {
      const position = await positionNow();
      if (!(await photos.allMade())) return;
      // As it is by now: one can write on while the phone looks where it is.
      const { type, severity, description } = now();
      if (type === null) return;
      const report = { siteId, type, severity, description: description.trim(), position };
      const pictures = photos.now().taken.map(pictureOf);
      const drafts = [name, photos.name];
      const id = await reportIncident(owner, report, t(typeKey(type)), pictures, drafts);
      forget();
      photos.forget();
      onDone(id);
    });
  };
  const isLacking = wasPressed && draft.type === null;
  const busyKey: LabelKey = photos.pending.length > 0 ? 'incident.preparing' : 'scan.busy';
  const buttonKey: LabelKey = act.isBusy ? busyKey : 'incident.submit';
  return { draft, change, isLacking, photos, act, buttonKey, save };
}

function IncidentForm(props: FormProps) {
  const report = useReport(props);
  const { act, draft, change } = report;
  return (
    <Screen
      title={t('incident.title')}
      back={{ href: props.backHref, label: t('back') }}
      actions={
        <>
          {report.isLacking && (
            <Notice tone="missed" isNews>
              {t('incident.typeMissing')}
            </Notice>
          )}
          {act.fault !== null && <Notice tone="missed">{act.fault}</Notice>}
          <Button kind="primary" isBusy={act.isBusy} onPress={report.save}>
            {t(report.buttonKey)}
          </Button>
        </>
      }
    >
      <Choice
        label={t('incident.type')}
        value={draft.type}
        options={incidentTypes.map((value) => ({ value, label: t(typeKey(value)) }))}
        onChoose={(type) => change(() => ({ type }))}
      />
      <Choice
        label={t('incident.severity')}
        value={draft.severity}
        options={incidentSeverities.map((value) => ({ value, label: t(severityKey(value)) }))}
        onChoose={(severity) => change(() => ({ severity }))}
      />
      <TextArea
        label={t('incident.description')}
        value={draft.description}
        maxLength={incidentDescriptionMaxLength}
        onChange={({ target }) => change(() => ({ description: target.value }))}
      />
      <PhotoField photos={report.photos} />
    </Screen>
  );
}
