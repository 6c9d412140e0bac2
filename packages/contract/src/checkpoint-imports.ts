import { checkpointImportFields } from '@watchpost/domain/checkpoint-import';
import { importEndpoints } from './record-imports.ts';

export const checkpointImportEndpoints = importEndpoints({
  noun: 'Checkpoint',
  word: 'checkpoint',
  path: '/secure/checkpoints/imports',
  access: 'CHECKPOINTS:import',
  fields: checkpointImportFields,
});
