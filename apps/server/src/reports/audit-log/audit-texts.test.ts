import { auditActionNames, auditSubjects } from '@watchpost/domain/audit-actions';
import { describe, expect, it } from 'vitest';
import { actionText, actorText, changesText, roleText, subjectText } from './audit-texts.ts';

describe('words of an entry', () => {
  it('there are some for every action and every kind of record, and none is a code', () => {
    for (const action of auditActionNames) expect(actionText(action)).toMatch(/^[A-Z][a-z -]+$/);
    for (const subject of auditSubjects) expect(subjectText(subject)).toMatch(/^[A-Z][a-z ]+$/);
  });

  it.each([
    ['session.signedIn', 'Signed in'],
    ['settings.changed', 'Settings changed'],
    ['site.created', 'Site created'],
    ['constructor', 'Constructor'],
  ])('%s reads %s', (action, text) => expect(actionText(action)).toBe(text));

  it('people go by their names and roles, no one by none', () => {
    const entry = { actorId: 'a', actorName: 'Asha Rao' };
    const text = (change: object) => actorText({ ...entry, ...change } as Parameters<typeof actorText>[0]);
    expect([text({}), text({ actorId: null })]).toEqual(['Asha Rao', 'No one signed in']);
    expect([roleText('subAdmin'), roleText(null)]).toEqual(['Sub admin', '']);
  });

  it('changes read field by field', () => {
    const fields = {
      defaultCountryCode: '+91',
      mapCentre: { latitude: 1.5, longitude: 2 },
      PATROL_ROUTES: ['view', 'edit'],
      GUARDS: [],
      accentColour: null,
      isOn: true,
    };
    const entry = { subjectType: 'tenant', before: null, after: fields };
    expect(changesText(entry, 'after')).toBe(
      'Default country code: +91; Map centre: Latitude 1.5, Longitude 2; Patrol routes: view, edit; ' +
        'Guards: None; Accent colour: Not set; Is on: Yes',
    );
    expect(changesText(entry, 'before')).toBe('');
  });

  it('records read by name and id, minutes as times of day, days of the week by their names', () => {
    const [site, guard, gone] = ['a', 'b', 'c'].map(
      (letter) => `0190a1b2-0000-7000-8000-00000000000${letter}`,
    );
    const shift = { siteId: site, guardIds: [guard, gone], fromMinute: 0, toMinute: 1_439, weekdays: [1, 7] };
    const tour = { schedule: { kind: 'times', minutes: [361] }, graceMinutes: 15 };
    const names = { [`${site}`]: 'Riverside', [`${guard}`]: 'Asha Rao' };
    expect(changesText({ subjectType: 'shift', before: shift, after: null }, 'before', names)).toBe(
      `Site: Riverside (${site}); Guards: Asha Rao (${guard}), ${gone}; From: 00:00; To: 23:59; Weekdays: Sun Sat`,
    );
    expect(changesText({ subjectType: 'patrolTour', before: null, after: tour }, 'after')).toBe(
      'Schedule: Kind times, Times 06:01; Grace minutes: 15',
    );
  });
});
