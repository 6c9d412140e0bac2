// One request that each endpoint about thresholds of doubt accepts (endpoint-samples.ts).
import { defaultTrust } from '@watchpost/domain/trust-thresholds';

export const trustSamples = {
  getTrustSettings: () => ({}),
  saveTrustSettings: () => ({
    body: { version: 0, settings: { ...defaultTrust, alwaysFlags: [...defaultTrust.alwaysFlags] } },
  }),
};
