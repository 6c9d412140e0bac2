// One request that each endpoint about thresholds of doubt and about keeping rounds accepts (endpoint-samples.ts).
import { randomUUID } from 'node:crypto';
import { defaultTrust } from '@watchpost/domain/trust-thresholds';

export const trustSamples = {
  getTrustSettings: () => ({}),
  saveTrustSettings: () => ({
    body: { version: 0, settings: { ...defaultTrust, alwaysFlags: [...defaultTrust.alwaysFlags] } },
  }),
  getRetention: () => ({}),
  saveRetention: () => ({ body: { version: 0, monthsToKeep: 24 } }),
  getArchiveFile: () => ({ params: { archiveId: randomUUID(), no: '0' }, answers: 404 }),
};
