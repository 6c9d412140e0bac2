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
import { dialled, editable, formPosition, neededText, writtenText } from './values.ts';

/** What can be written of a site as text; errors are label keys. */
export const siteTexts = {
  name: neededText(siteNameMaxLength, 'site_name_required'),
  address: writtenText(siteAddressMaxLength, { hasLines: true }),
  contactName: writtenText(contactNameMaxLength),
  /** Empty, or 7 to 13 digits with an optional plus. */
  contactPhone: z.string().check(dialled, z.regex(sitePhonePattern, { error: 'contact_phone_pattern' })),
};

/** What a form of a site holds; its errors are label keys. */
export const siteFields = {
  ...siteTexts,
  ...formPosition,
  /** IANA name. */
  timeZone: z
    .string({ error: 'time_zone_unknown' })
    .check(z.refine(isTimeZone, { error: 'time_zone_unknown' })),
};

const siteRecord = z.object({
  ...recordHead,
  name: z.string(),
  address: z.string(),
  latitude: z.number(),
  longitude: z.number(),
  timeZone: z.string(),
  contactName: z.string(),
  contactPhone: z.string(),
  /** Id of the file; empty for none. */
  logo: z.string(),
});

export const siteRow = z.object({ ...siteRecord.shape, guards: z.int(), checkpoints: z.int() });
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
  body: z.strictObject(siteFields),
  reply: savedReply,
});

export const updateSite = defineEndpoint({
  name: 'updateSite',
  method: 'PUT',
  path: '/secure/sites/:id',
  access: 'SITES:edit',
  summary: 'Stores the fields; 409 when somebody else saved since the version that was edited.',
  params: recordParams,
  body: z.strictObject({
    ...siteFields,
    name: editable(siteTexts.name),
    address: editable(siteTexts.address),
    contactName: editable(siteTexts.contactName),
    contactPhone: editable(siteTexts.contactPhone),
    ...editedVersion,
  }),
  reply: savedReply,
});
