import { guardImportFields } from '@watchpost/domain/guard-import';
import { importEndpoints } from './record-imports.ts';

export const guardImportEndpoints = importEndpoints({
  noun: 'Guard',
  word: 'guard',
  path: '/secure/guards/imports',
  access: 'GUARDS:import',
  fields: guardImportFields,
});
