// Sites: the places that a tenant guards (MNG-01, MNG-02).
import {
  contactNameMaxLength,
  siteAddressMaxLength,
  siteNameMaxLength,
} from '@watchpost/domain/managed-records';
import { sitePhonePattern } from '@watchpost/domain/patterns';
import { isTimeZone } from '@watchpost/domain/time-zone';
import * as z from 'zod/mini';
import { defineEndpoint } from './endpoint.ts';
import { editedVersion, listFilter, recordHead, recordParams, savedReply } from './managed-records.ts';
import { recordEndpoints } from './record-endpoints.ts';
import { describeFields, editShape, formShape, readShape } from './record-fields.ts';
import { dialled, formPosition, neededText, writtenText } from './values.ts';

/** What is known of a site. */
export const siteFields = describeFields({
  name: {
    label: 'sites.name',
    read: z.string(),
    write: neededText(siteNameMaxLength, 'site_name_required'),
    column: 'name',
    isKept: true,
    isAudited: true,
    input: { as: 'text', card: 'about', isRequired: true, maxLength: siteNameMaxLength },
    list: { width: 232, minWidth: 170, fitWidth: 158, isSortable: true },
    file: { heading: 'Name', width: 28 },
  },
  address: {
    label: 'sites.address',
    read: z.string(),
    write: writtenText(siteAddressMaxLength, { hasLines: true }),
    column: 'address',
    isKept: true,
    isAudited: true,
    input: { as: 'text', card: 'position', maxLength: siteAddressMaxLength, isWide: true },
    list: { width: 232, minWidth: 176, fitWidth: 156, mayWrap: true, isSortable: true },
    file: { heading: 'Address', width: 40 },
    fact: {},
  },
  contactName: {
    label: 'sites.contactName',
    read: z.string(),
    write: writtenText(contactNameMaxLength),
    column: 'contact_name',
    isPersonal: true,
    isKept: true,
    isAudited: true,
    input: { as: 'text', card: 'about', maxLength: contactNameMaxLength },
    list: { id: 'contact', label: 'sites.contact', width: 180, minWidth: 160, fitWidth: 150, mayWrap: true },
    file: { heading: 'Contact', width: 22 },
    fact: { label: 'sites.contact' },
  },
  /** Empty, or 7 to 13 digits with an optional plus. */
  contactPhone: {
    label: 'sites.contactPhone',
    read: z.string(),
    write: z.string().check(dialled, z.regex(sitePhonePattern, { error: 'contact_phone_pattern' })),
    column: 'contact_phone',
    isPersonal: true,
    isKept: true,
    isAudited: true,
    input: { as: 'text', card: 'about', inputMode: 'tel' },
    file: { heading: 'Contact Phone', width: 16 },
  },
  /** IANA name. */
  timeZone: {
    label: 'sites.timeZone',
    read: z.string(),
    write: z
      .string({ error: 'time_zone_unknown' })
      .check(z.refine(isTimeZone, { error: 'time_zone_unknown' })),
    column: 'time_zone',
    isAudited: true,
    input: { as: 'own', card: 'position', order: 1 },
    list: { width: 112, fitWidth: 104, mayWrap: true, isSortable: true },
    file: { heading: 'Time Zone', width: 18 },
    fact: {},
  },
  latitude: {
    label: 'sites.latitude',
    read: z.number(),
    write: formPosition.latitude,
    column: 'latitude',
    isAudited: true,
    input: { as: 'number', card: 'position', isRequired: true },
    file: { heading: 'Latitude', width: 12, kind: 'number', format: '0.000000' },
    fact: { label: 'sites.position' },
  },
  longitude: {
    label: 'sites.longitude',
    read: z.number(),
    write: formPosition.longitude,
    column: 'longitude',
    isAudited: true,
    input: { as: 'number', card: 'position', isRequired: true },
    file: { heading: 'Longitude', width: 12, kind: 'number', format: '0.000000' },
  },
  /** Id of the file; empty for none. */
  logo: { label: 'logo.title', read: z.string() },
  guards: {
    label: 'sites.guards',
    read: z.int(),
    list: { width: 76, align: 'end' },
    file: { heading: 'Guards', width: 10, kind: 'number' },
  },
  checkpoints: {
    label: 'sites.checkpoints',
    read: z.int(),
    list: { width: 104, align: 'end' },
    file: { heading: 'Checkpoints', width: 12, kind: 'number' },
  },
});

export const siteRow = z.object({ ...recordHead, ...readShape(siteFields) });
export type SiteRow = z.output<typeof siteRow>;

export const siteSortColumns = ['name', 'address', 'timeZone', 'createdAt', 'updatedAt'] as const;

export const {
  list: listSites,
  exportAll: exportSites,
  get: getSite,
  setStatus: setSiteStatus,
  remove: deleteSite,
  restore: restoreSites,
} = recordEndpoints({
  noun: 'Site',
  word: 'site',
  path: '/secure/sites',
  group: 'SITES',
  filter: listFilter(siteSortColumns),
  row: siteRow,
  one: siteRow,
  summaries: {
    get: 'One site, to be shown or edited.',
    delete: 'Deletes an activated site; 409 with the reason while history or other records depend on it.',
  },
});

export const createSite = defineEndpoint({
  name: 'createSite',
  method: 'POST',
  path: '/secure/sites',
  access: 'SITES:add',
  summary: 'Makes a site; only who sees all sites can.',
  body: z.strictObject(formShape(siteFields)),
  reply: savedReply,
});

export const updateSite = defineEndpoint({
  name: 'updateSite',
  method: 'PUT',
  path: '/secure/sites/:id',
  access: 'SITES:edit',
  summary: 'Stores the fields; 409 when somebody else saved since the version that was edited.',
  params: recordParams,
  body: z.strictObject({ ...editShape(siteFields), ...editedVersion }),
  reply: savedReply,
});
