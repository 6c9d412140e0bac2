// Requests that the endpoints of exceptions accept (endpoint-samples.ts).
import { randomUUID } from 'node:crypto';
import type { SpareRecords } from './spare-records.ts';
import { formOf, plainPicture } from './test-files.ts';

interface Named {
  readonly siteId: string;
  readonly superAdminId: string;
  readonly spare: SpareRecords;
}

const pictureBytes = await plainPicture();
const one = (id: string) => ({ items: [{ id, version: 1 }] });

export const exceptionSamples = {
  listExceptions: ({ siteId }: Named) => ({
    query: {
      site: siteId,
      searchText: 'night',
      kind: 'missed',
      status: 'unsettled',
      severity: 'high',
      owner: 'none',
      age: 'fresh',
      from: '2026-01-01',
      to: '2030-01-01',
      sortColumn: 'severity',
      limit: '5',
    },
  }),
  exportExceptions: () => ({ query: { format: 'csv' } }),
  summarizeExceptions: ({ siteId }: Named) => ({ query: { site: siteId } }),
  listExceptionOwners: ({ siteId }: Named) => ({ query: { site: siteId } }),
  getException: ({ spare }: Named) => ({ params: { id: spare.shownException() } }),
  // No sample holds an exception that has a file.
  getExceptionEvidence: ({ spare }: Named) => ({
    params: { id: spare.shownException(), fileId: randomUUID() },
    query: { size: '96' },
    answers: 404,
  }),
  takeExceptions: ({ spare }: Named) => ({ body: one(spare.exception()) }),
  assignExceptions: ({ spare, superAdminId }: Named) => ({
    body: { ...one(spare.exception()), userId: superAdminId },
  }),
  closeExceptions: ({ spare }: Named) => ({
    body: { ...one(spare.exception()), outcome: 'justified', reason: 'The site was closed.' },
  }),
  reopenException: ({ spare }: Named) => ({
    params: { id: spare.closedException() },
    body: { version: 1, reason: 'It happened again.' },
  }),
  commentOnException: ({ spare }: Named) => ({
    params: { id: spare.shownException() },
    body: { text: 'Asked the guard.' },
  }),
  addExceptionEvidence: ({ spare }: Named) => ({
    params: { id: spare.exception() },
    form: formOf(pictureBytes),
  }),
};
