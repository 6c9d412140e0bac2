// One request that each endpoint about checkpoints accepts (endpoint-samples.ts).
import { makeQuestion } from './make-question.ts';
import type { SpareRecords } from './spare-records.ts';

interface World {
  readonly siteId: string;
  readonly checkpointId: string;
  readonly roundId: string;
  readonly spare: Pick<
    SpareRecords,
    'checkpoint' | 'deletedCheckpoint' | 'codedCheckpoint' | 'unaskedCheckpoint'
  >;
}

const unknownId = '018f3a5e-1c2d-7e3f-8a4b-5c6d7e8f9a0b';

const fields = {
  name: 'Sample gate',
  latitude: 18.5,
  longitude: 73.8,
  radiusMetres: 30,
  instructions: 'Try the lock.',
  nfcTagId: '',
};

export const checkpointSamples = {
  listCheckpoints: ({ siteId }: World) => ({
    query: { site: siteId, searchText: 'checkpoint', limit: '5', sortColumn: 'name' },
  }),
  exportCheckpoints: () => ({ query: { format: 'csv' } }),
  listCheckpointsAround: ({ siteId }: World) => ({ query: { site: siteId } }),
  getCheckpoint: ({ checkpointId }: World) => ({ params: { id: checkpointId } }),
  getCheckpointDetails: ({ checkpointId }: World) => ({ params: { id: checkpointId } }),
  listRoundRemarks: ({ roundId }: World) => ({ params: { roundId } }),
  // None was.
  exportLateRounds: ({ siteId }: World) => ({ query: { site: siteId, format: 'csv' }, answers: 409 }),
  exportRoundRemarks: ({ siteId }: World) => ({ query: { site: siteId, format: 'csv' } }),
  getCheckpointQuestions: ({ checkpointId }: World) => ({ params: { id: checkpointId } }),
  saveCheckpointQuestions: ({ spare }: World) => ({
    params: { id: spare.unaskedCheckpoint() },
    body: { version: 0, questions: [makeQuestion({ incidentOn: ['no'] })] },
  }),
  listCheckpointScreens: ({ checkpointId }: World) => ({ params: { id: checkpointId } }),
  offerCheckpointScreen: ({ checkpointId }: World) => ({ params: { id: checkpointId } }),
  revokeCheckpointScreen: ({ checkpointId }: World) => ({
    params: { id: checkpointId, screenId: unknownId },
    answers: 404,
  }),
  pairScreen: () => ({ body: { pairingCode: 'NEVERTOLD' }, answers: 404 }),
  checkScreen: () => ({ body: { screenId: unknownId } }),
  createCheckpoint: ({ siteId }: World) => ({ body: { siteId, ...fields } }),
  updateCheckpoint: ({ spare }: World) => ({
    params: { id: spare.checkpoint() },
    body: { ...fields, version: 1 },
  }),
  setCheckpointStatus: ({ spare }: World) => ({ body: { ids: [spare.checkpoint()], activated: false } }),
  deleteCheckpoint: ({ spare }: World) => ({ params: { id: spare.checkpoint() } }),
  restoreCheckpoints: ({ spare }: World) => ({ body: { ids: [spare.deletedCheckpoint()] } }),
  printCheckpointLabels: ({ spare }: World) => ({
    body: { ids: [spare.codedCheckpoint()], sheet: 'a4x3x8', skip: 0, hasInstructions: true },
  }),
  reissueCheckpointCodes: ({ spare }: World) => ({ body: { ids: [spare.checkpoint()] } }),
};
