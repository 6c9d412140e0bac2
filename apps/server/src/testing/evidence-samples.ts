// Samples of what the log of evidence is asked for.
import { randomUUID } from 'node:crypto';
import { calendarDate } from '@watchpost/domain/time-zone';

interface Named {
  readonly siteId: string;
  readonly roundId: string;
}

const witness = () => ({ params: { id: randomUUID() }, answers: 404 });

export const evidenceSamples = {
  exportRoundEvidence: ({ roundId }: Named) => ({ params: { roundId } }),
  exportReportEvidence: ({ siteId }: Named) => ({ query: { site: siteId } }),
  exportDayEvidence: ({ siteId }: Named) => ({
    // The day at the site on which its round began.
    query: { site: siteId, date: calendarDate(Date.now() - 60_000, 'Asia/Kolkata') },
  }),
  getEvidenceGrowth: () => ({ query: { from: '1', to: '999' }, answers: 404 }),
  getVerificationPage: () => ({ answers: 404 }),
  getEvidenceLog: () => ({}),
  getEvidenceKeys: () => ({}),
  // A sample's log has no head of a day yet.
  getHeadNote: () => ({ answers: 404 }),
  getTimeStamp: () => ({ answers: 404 }),
  getSealedHeadNote: () => ({ params: { size: '999999' }, answers: 404 }),
  listHeadWitnesses: () => ({}),
  addHeadWitness: () => ({ body: { email: `${randomUUID()}@example.com`, language: 'en' } }),
  inviteHeadWitness: witness,
  removeHeadWitness: witness,
};
