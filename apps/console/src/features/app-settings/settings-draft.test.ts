import { defaultTenantSettings } from '@watchpost/domain/tenant-settings';
import { expect, test } from 'vitest';
import { draftOf, isSameDraft, problemsOf, settingsOf, type SettingsDraft } from './settings-draft.ts';

const { mapCentre, ...rest } = defaultTenantSettings;
const settings = { name: 'Night watch', ...rest, mapCentre: { ...mapCentre } };
const draft = draftOf(settings);

test('a form that was filled and not touched saves what it was filled with', () => {
  expect(settingsOf(draft)).toEqual(settings);
  expect(problemsOf(draft)).toEqual({});
  expect(isSameDraft(draft, { ...draft, name: ' Night watch ' })).toBe(true);
  expect(isSameDraft(draft, { ...draft, pageSize: '31' })).toBe(false);
});

test('[TONIGHT-03] a phone number may be written in groups, and is stored without', () => {
  const written = { ...draft, controlRoomPhone: '+91 (20) 6700-1122', emergencyNumber: ' 112 ' };
  expect(problemsOf(written)).toEqual({});
  expect(settingsOf(written)).toMatchObject({ controlRoomPhone: '+912067001122', emergencyNumber: '112' });
});

test.each<[Partial<SettingsDraft>, string]>([
  [{ name: '  ' }, 'setting_name'],
  [{ name: 'x'.repeat(101) }, 'setting_name'],
  [{ accentColour: 'red' }, 'setting_accent'],
  [{ defaultCountryCode: '91' }, 'setting_country_code'],
  [{ pageSize: '4' }, 'setting_page_size'],
  [{ pageSize: '1e1' }, 'setting_page_size'],
  [{ latitude: '90.1' }, 'setting_latitude'],
  [{ longitude: 'east' }, 'setting_longitude'],
  [{ mapZoom: '0' }, 'setting_map_zoom'],
  [{ passwordMaxLength: '129' }, 'setting_password_max'],
  [{ dutyLimitHours: '3' }, 'setting_duty_limit'],
  [{ controlRoomPhone: '12345' }, 'contact_phone_pattern'],
  [{ controlRoomPhone: 'call me' }, 'contact_phone_pattern'],
  [{ emergencyNumber: '1' }, 'setting_emergency_number'],
  [{ emergencyNumber: 'police' }, 'setting_emergency_number'],
])('[MNG-09] %j is told at its field', (change, key) => {
  expect(Object.values(problemsOf({ ...draft, ...change }))).toEqual([key]);
});

test.each<Partial<SettingsDraft>>([
  {
    name: 'x',
    pageSize: '5',
    latitude: '-90',
    longitude: '-180',
    mapZoom: '1',
    passwordMaxLength: '25',
    dutyLimitHours: '4',
  },
  {
    name: 'x'.repeat(100),
    pageSize: '100',
    latitude: '90',
    longitude: '180',
    mapZoom: '19',
    passwordMaxLength: '128',
    dutyLimitHours: '72',
  },
])('[MNG-09] up to its bounds nothing is told: %j', (bounds) => {
  expect(problemsOf({ ...draft, ...bounds })).toEqual({});
});

test('[GRID-06] rows of a page and language that are not chosen are left empty, and saved as not chosen', () => {
  expect([draft.pageSize, draft.language]).toEqual(['', '']);
  expect(settingsOf({ ...draft, pageSize: ' ' })).toMatchObject({ pageSize: null, language: null });
  expect(settingsOf({ ...draft, pageSize: '30', language: 'en' })).toMatchObject({
    pageSize: 30,
    language: 'en',
  });
});
