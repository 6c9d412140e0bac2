import { useState } from 'react';
import {
  type IncidentSeverity,
  incidentDescriptionMaxLength,
  incidentSeverities,
  incidentTypes,
} from '@watchpost/domain/incidents';
import { type LabelKey, t } from '../../lib/labels.ts';
import type { Phone } from '../../outbox/phone.ts';
import type { Owner } from '../../outbox/records.ts';
import { Button, ButtonLink } from '../../ui/button.tsx';
import { Choice, TextArea } from '../../ui/fields.tsx';
import { Notice } from '../../ui/notice.tsx';
import { Screen } from '../../ui/screen.tsx';
import { PhotoField } from './photo-field.tsx';
import { Reported } from './reported.tsx';
import { type ReportProps, typeKey, useReport } from './use-report.ts';

interface IncidentProps {
  readonly phone: Phone;
  readonly owner: Owner;
}

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

interface FormProps extends ReportProps {
  readonly backHref: string;
}

function IncidentForm(props: FormProps) {
  const { command, draft, change, typeField, isLacking, photos, buttonKey, save } = useReport(props);
  return (
    <Screen
      title={t('incident.title')}
      back={{ href: props.backHref, label: t('back') }}
      actions={
        <>
          {command.fault !== null && <Notice tone="missed">{command.fault}</Notice>}
          <Button kind="primary" isBusy={command.isBusy} onPress={save}>
            {t(buttonKey)}
          </Button>
        </>
      }
    >
      <Choice
        ref={typeField}
        label={t('incident.type')}
        fault={isLacking ? t('incident.typeMissing') : undefined}
        value={draft.type}
        options={incidentTypes.map((value) => ({ value, label: t(typeKey(value)) }))}
        onChoose={(type) => change({ type })}
      />
      <Choice
        label={t('incident.severity')}
        value={draft.severity}
        options={incidentSeverities.map((value) => ({ value, label: t(severityKey(value)) }))}
        onChoose={(severity) => change({ severity })}
      />
      <TextArea
        label={t('incident.description')}
        value={draft.description}
        maxLength={incidentDescriptionMaxLength}
        onChange={({ target }) => change({ description: target.value })}
      />
      <PhotoField photos={photos} />
    </Screen>
  );
}
