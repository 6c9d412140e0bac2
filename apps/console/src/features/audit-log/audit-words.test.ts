import type { AuditEntry } from '@watchpost/contract/audit-log';
import { auditActionNames, auditSubjects } from '@watchpost/domain/audit-actions';
import { beforeAll, describe, expect, it } from 'vitest';
import { loadAreaTexts } from '../../lib/language.ts';
import {
  actionWords,
  actorWords,
  changedFields,
  fieldWords,
  recordWords,
  subjectWords,
} from './audit-words.ts';

beforeAll(loadAreaTexts);

const entry: AuditEntry = {
  id: '',
  at: 0,
  actorId: 'a',
  actorName: 'Asha Rao',
  actorRole: 'superAdmin',
  action: 'settings.changed',
  subjectType: 'tenant',
  subjectId: 't',
  subjectLabel: 'Acme',
  before: null,
  after: null,
  address: '',
  agent: '',
  requestId: '',
};

describe('words', () => {
  it('there are some for every action and every kind of record', () => {
    for (const action of auditActionNames) expect(actionWords(action)).not.toContain('audit.');
    for (const subject of auditSubjects) expect(subjectWords(subject)).not.toContain('audit.');
  });

  it('nobody is nobody, whatever the name', () => {
    expect([actorWords(entry), actorWords({ ...entry, actorId: null, actorName: '' })]).toEqual([
      'Asha Rao',
      'Nobody signed in',
    ]);
    expect(recordWords({ ...entry, subjectType: 'infoPage', subjectId: 'faqs' })).toBe('FAQs');
  });

  it.each([
    ['defaultCountryCode', 'Default country code'],
    ['SCANNED_CHECKPOINTS', 'Scanned checkpoints'],
    ['name', 'Name'],
  ])('the field %s reads %s', (name, words) => expect(fieldWords(name)).toBe(words));
});

describe('changed fields', () => {
  it('show both sides of each field, and what only one side has', () => {
    const before = { name: 'Old', mapCentre: { latitude: 1, longitude: 2 }, GUARDS: ['view'], note: '' };
    const after = { name: 'New', mapCentre: { latitude: 1, longitude: 3 }, GUARDS: [], isOn: true };
    expect(changedFields({ ...entry, before, after })).toEqual([
      { name: 'name', before: 'Old', after: 'New' },
      { name: 'mapCentre', before: 'Latitude 1, Longitude 2', after: 'Latitude 1, Longitude 3' },
      { name: 'GUARDS', before: 'view', after: 'None' },
      { name: 'note', before: 'Not set', after: null },
      { name: 'isOn', before: null, after: 'Yes' },
    ]);
    expect(changedFields(entry)).toEqual([]);
  });
});
