// Requests that the endpoints of scheduled reports accept (endpoint-samples.ts).
import { randomUUID } from 'node:crypto';
import type { SpareRecords } from './spare-records.ts';

interface Named {
  readonly siteId: string;
  readonly spare: SpareRecords;
}

const reportSample = (siteId: string) => ({
  name: 'Sample report',
  siteId,
  timing: { kind: 'weekly', weekdays: [2], minute: 420 },
  contents: ['scannedCheckpoints'],
  period: 'week',
  dayStartMinute: 360,
  formats: ['pdf', 'xlsx'],
  language: 'en',
  recipients: ['client@example.com'],
  sendsEmpty: false,
});

// No link was mailed: whatever stands there is answered like one that has ended.
const unknown = 'x'.repeat(43);

export const scheduledReportSamples = {
  listScheduledReports: ({ siteId }: Named) => ({
    query: { site: siteId, searchText: 'report', limit: '5', sortColumn: 'name' },
  }),
  exportScheduledReports: () => ({ query: { format: 'csv' } }),
  getScheduledReport: ({ spare }: Named) => ({ params: { id: spare.seenReport() } }),
  getReportZone: ({ siteId }: Named) => ({ query: { site: siteId } }),
  createScheduledReport: ({ siteId }: Named) => ({ body: reportSample(siteId) }),
  updateScheduledReport: ({ siteId, spare }: Named) => ({
    params: { id: spare.report() },
    body: { ...reportSample(siteId), version: 1 },
  }),
  setScheduledReportStatus: ({ spare }: Named) => ({ body: { ids: [spare.report()], activated: false } }),
  deleteScheduledReport: ({ spare }: Named) => ({ params: { id: spare.report() } }),
  restoreScheduledReports: ({ spare }: Named) => ({ body: { ids: [spare.deletedReport()] } }),
  previewScheduledReport: ({ siteId }: Named) => ({ body: reportSample(siteId) }),
  testScheduledReport: ({ spare }: Named) => ({ params: { id: spare.seenReport() } }),
  // Who may be mailed already is not asked.
  inviteReportRecipient: ({ spare }: Named) => ({
    params: { id: spare.seenReport() },
    body: { email: 'client@example.com' },
    answers: 409,
  }),
  openMailConsent: () => ({ params: { token: unknown }, answers: 404 }),
  answerMailConsent: () => ({ params: { token: unknown }, body: { answer: 'agree' }, answers: 404 }),
  listReportRuns: ({ spare }: Named) => ({ params: { id: spare.seenReport() }, query: { limit: '5' } }),
  retryReportRun: ({ spare }: Named) => ({
    params: { id: spare.seenReport(), runId: randomUUID() },
    answers: 409,
  }),
  revokeReportLinks: ({ spare }: Named) => ({
    params: { id: spare.seenReport(), runId: randomUUID() },
    answers: 404,
  }),
  getReportFile: ({ spare }: Named) => ({
    params: { id: spare.seenReport(), runId: randomUUID(), fileId: randomUUID() },
    answers: 404,
  }),
  openSharedReport: () => ({ params: { token: unknown }, answers: 404 }),
  getSharedFile: () => ({ params: { token: unknown, fileId: randomUUID() }, answers: 404 }),
  openUnsubscribe: () => ({ params: { token: unknown }, answers: 404 }),
  unsubscribe: () => ({ params: { token: unknown }, answers: 404 }),
};
