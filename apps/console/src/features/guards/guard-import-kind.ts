// Guards from a spreadsheet (MNG-03).
import { guardImportEndpoints } from '@watchpost/contract/guard-imports';
import { guardImportFields, neededGuardFields } from '@watchpost/domain/guard-import';
import { translate } from '../../lib/labels.ts';
import type { ImportKind } from '../../records/imports/import-kind.ts';
import { guardArea } from './guards.api.ts';

export const guardImport: ImportKind = {
  name: 'guards',
  endpoints: guardImportEndpoints,
  area: guardArea,
  listHref: '#/manage-security-guards',
  href: '#/manage-security-guards/import-guards',
  fields: guardImportFields,
  fieldWords: (field) => translate(`guards.${field}`),
  needed: () => neededGuardFields,
  example: {
    employeeId: 'G1001',
    firstName: 'Asha',
    lastName: 'Kale',
    email: 'asha@example.com',
    countryCode: '+91',
    phoneNumber: '9822012345',
    sites: '',
  },
  otherExamples: { sites: 'Head office; Depot' },
};
