// Requests that the endpoints of the live board and of calls for help accept (endpoint-samples.ts).
import { randomUUID } from 'node:crypto';

interface Named {
  readonly siteId: string;
  readonly spare: { readonly sos: () => string; readonly shownSos: () => string };
}

interface Sample {
  readonly params?: Readonly<Record<string, string>>;
  readonly query?: Readonly<Record<string, string>>;
  readonly body?: object;
  readonly answers?: number;
}

const checkpoint = { latitude: 18.52, longitude: 73.85, accuracyMetres: 12 };
/** No sample has called for help from the device that asks. */
const noCall = () => ({ params: { id: randomUUID() }, answers: 404 });

export const liveBoardSamples: Readonly<Record<string, (world: Named) => Sample>> = {
  getLiveBoard: ({ siteId }) => ({ query: { site: siteId } }),
  followLiveBoard: ({ siteId }) => ({ query: { site: siteId } }),
  listSosCalls: ({ siteId }) => ({ query: { site: siteId, state: 'open', limit: '5' } }),
  listOpenSos: () => ({}),
  getSosCall: ({ spare }) => ({ params: { id: spare.shownSos() } }),
  acknowledgeSos: ({ spare }) => ({ params: { id: spare.sos() } }),
  resolveSos: ({ spare }) => ({ params: { id: spare.sos() }, body: { comment: 'Help has arrived' } }),
  sendFieldSos: ({ siteId }) => ({
    body: {
      sentAtMs: Date.now(),
      sos: { id: randomUUID(), siteId, deviceAtMs: Date.now(), position: checkpoint },
    },
  }),
  sendFieldSosPositions: () => ({
    ...noCall(),
    body: {
      sentAtMs: Date.now(),
      positions: [{ id: randomUUID(), deviceAtMs: Date.now(), ...checkpoint }],
    },
  }),
  sendFieldSosSafe: () => ({
    ...noCall(),
    body: { sentAtMs: Date.now(), safe: { id: randomUUID(), deviceAtMs: Date.now() } },
  }),
  getFieldSos: noCall,
};
