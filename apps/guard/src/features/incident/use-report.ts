import { useEffect, useRef, useState } from 'react';
import type { IncidentType } from '@watchpost/domain/incidents';
import { type LabelKey, t } from '../../lib/labels.ts';
import { useCommand } from '../../lib/use-command.ts';
import { makeUuidV7 } from '../../lib/uuid-v7.ts';
import { positionNow } from '../../lib/whereabouts.ts';
import { reportIncident } from '../../outbox/commands.ts';
import type { Owner } from '../../outbox/records.ts';
import { focusField } from '../../ui/focus-field.ts';
import { usePhotos } from './photo-field.tsx';
import { pictureOf, type ReportDraft, useReportDraft } from './report-draft.ts';

export interface ReportProps {
  readonly owner: Owner;
  readonly siteId: string;
  readonly onDone: (reportId: string) => void;
}

export const typeKey = (type: IncidentType): LabelKey => `incident.type.${type}`;

/** By draft, while it is being reported: anyone who leaves the screen and comes back waits on, and does not report it again. */
const underWay = new Map<string, Promise<string | null>>();

/** What the form holds, and how it becomes a report. */
export function useReport({ owner, siteId, onDone }: ReportProps) {
  const { name, draft, now, forget, change: changeDraft } = useReportDraft(owner);
  const [wasPressed, setWasPressed] = useState(false);
  const typeField = useRef<HTMLFieldSetElement>(null);
  const photos = usePhotos(owner);
  const command = useCommand();
  const change = (fields: Partial<ReportDraft>) =>
    changeDraft(({ id }) => ({ ...fields, id: id ?? makeUuidV7() }));
  /** The report's id; null where there is none. */
  const report = async (): Promise<string | null> => {
    const position = await positionNow();
    if (!(await photos.allMade())) return null;
    // As it is by now: one can write on while the phone looks where it is.
    const { id: draftId, type, severity, description } = now();
    if (type === null) return null;
    const values = { siteId, type, severity, description: description.trim(), position };
    const pictures = photos.now().taken.map(pictureOf);
    const drafts = { id: draftId, names: [name, photos.name] };
    const id = await reportIncident(owner, values, t(typeKey(type)), pictures, drafts);
    forget();
    photos.forget();
    return id;
  };
  const begin = () => {
    const reporting = report().finally(() => underWay.delete(name));
    underWay.set(name, reporting);
    return reporting;
  };
  const follow = (reporting: Promise<string | null>) =>
    command.run(async () => {
      const id = await reporting;
      if (id !== null) onDone(id);
    });
  const save = () => {
    setWasPressed(true);
    if (draft.type === null) focusField(typeField.current);
    else follow(underWay.get(name) ?? begin());
  };
  // Anyone who has come back; one that is followed already is not followed twice.
  useEffect(() => {
    const reporting = underWay.get(name);
    if (reporting !== undefined) follow(reporting);
  });
  const isLacking = wasPressed && draft.type === null;
  const busyKey: LabelKey = photos.pending.length > 0 ? 'incident.preparing' : 'scan.busy';
  const buttonKey: LabelKey = command.isBusy ? busyKey : 'incident.submit';
  return { draft, change, typeField, isLacking, photos, command, buttonKey, save };
}
