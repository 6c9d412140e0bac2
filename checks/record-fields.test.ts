import fs from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { commentsIn } from '../apps/server/src/platform/db/schema-comments.ts';
import * as checkpoints from '../packages/contract/src/checkpoints.ts';
import type { Endpoint } from '../packages/contract/src/endpoint.ts';
import * as guards from '../packages/contract/src/guards.ts';
import * as routes from '../packages/contract/src/patrol-routes.ts';
import * as shifts from '../packages/contract/src/shifts.ts';
import * as sites from '../packages/contract/src/sites.ts';
import * as tours from '../packages/contract/src/tours.ts';
import { type DescribedRecord, descriptionFaults } from './record-fields.ts';
import { repositoryRoot } from './source-files.ts';

const schema = path.join(repositoryRoot, 'apps/server/src/platform/db/schema/records.sql');
const tables = commentsIn(fs.readFileSync(schema, 'utf8'));

/** Of a schema, through parts of it by their names. */
const within = (schema: unknown, ...[name, ...names]: readonly string[]): unknown =>
  name === undefined || typeof schema !== 'object' || schema === null
    ? schema
    : within(Reflect.get(schema, name), ...names);
const namesOf = (schema: unknown): string[] => Object.keys(within(schema, 'shape') ?? {});
const rowOf = ({ reply }: Endpoint): string[] =>
  namesOf(within(reply, 'shape', 'data', '_zod', 'def', 'element'));

/** Cards that the pages of a feature draw by the description. */
function cardsDrawn(feature: string): string[] {
  const folder = path.join(repositoryRoot, 'apps/console/src/features', feature);
  const texts = fs.readdirSync(folder).map((file) => fs.readFileSync(path.join(folder, file), 'utf8'));
  return texts.flatMap((text) =>
    [...text.matchAll(/<FieldInputs[^>]*?card="(\w+)"/gs)].map(([, card = '']) => card),
  );
}

interface Endpoints {
  readonly list: Endpoint;
  readonly create: Endpoint;
  readonly update: Endpoint;
}

type Told = Omit<DescribedRecord, 'table' | 'row' | 'created' | 'edited' | 'columns' | 'cards'>;

function recordOf(
  [table, feature]: readonly [string, string],
  { list, create, update }: Endpoints,
  { ownCards = [], ...more }: Told & { readonly ownCards?: readonly string[] },
): DescribedRecord {
  return {
    ...more,
    table,
    cards: [...cardsDrawn(feature), ...ownCards],
    row: rowOf(list),
    created: namesOf(create.body),
    edited: namesOf(update.body),
    columns: tables.find((each) => each.table === table)?.columns ?? [],
  };
}

const siteRecord = recordOf(
  ['sites', 'sites'],
  { list: sites.listSites, create: sites.createSite, update: sites.updateSite },
  {
    fields: sites.siteFields,
    sortable: sites.siteSortColumns,
    furtherColumns: { logo_file_id: 'logo' },
  },
);

const records: readonly DescribedRecord[] = [
  siteRecord,
  recordOf(
    ['guards', 'guards'],
    { list: guards.listGuards, create: guards.createGuard, update: guards.updateGuard },
    {
      fields: guards.guardFields,
      sortable: guards.guardSortColumns,
      ownCards: ['sites'],
      unaudited: { siteIds: 'the log has their names', photo: 'the log has whether there is one' },
      furtherColumns: {
        secret_hash: 'hasSecret',
        secret_issued_by: 'isSecretRetired',
        erased_at: 'erasedAt',
        user_id: 'an account of the former system',
      },
    },
  ),
  recordOf(
    ['checkpoints', 'checkpoints'],
    {
      list: checkpoints.listCheckpoints,
      create: checkpoints.createCheckpoint,
      update: checkpoints.updateCheckpoint,
    },
    {
      fields: checkpoints.checkpointFields,
      sortable: checkpoints.checkpointSortColumns,
      ownCards: ['place'],
      furtherColumns: {
        nfc_tag_id: 'nfcTagId, null for none',
        former_scan_methods: 'a trigger writes it',
        scan_methods_since_ms: 'a trigger writes it',
      },
    },
  ),
  recordOf(
    ['shifts', 'shifts'],
    { list: shifts.listShifts, create: shifts.createShift, update: shifts.updateShift },
    {
      fields: shifts.shiftFields,
      sortable: shifts.shiftSortColumns,
      ownCards: ['guards'],
      furtherRow: { overlaps: 'judged by the service', shortRests: 'judged by the service' },
      furtherColumns: {},
    },
  ),
  recordOf(
    ['patrol_routes', 'patrol-routes'],
    { list: routes.listPatrolRoutes, create: routes.createPatrolRoute, update: routes.updatePatrolRoute },
    {
      fields: routes.routeFields,
      sortable: routes.routeSortColumns,
      ownCards: ['stops'],
      furtherColumns: { current_version_id: 'renewRouteVersions' },
    },
  ),
  recordOf(
    ['patrol_tours', 'tours'],
    { list: tours.listTours, create: tours.createTour, update: tours.updateTour },
    {
      fields: tours.tourFields,
      sortable: tours.tourSortColumns,
      ownCards: ['times', 'guards', 'limits'],
      furtherColumns: {
        weekdays: 'weekdays, of the shift where there is one',
        schedule: 'schedule, with the window of the shift',
        valid_from: 'validFrom',
        valid_to: 'validTo',
        draw_key: 'rounds at random',
        made_plan: 'rounds that are made',
        made_until_ms: 'rounds that are made',
      },
    },
  ),
];

describe('the description of a record', () => {
  test.each(records.map((record) => [record.table, record] as const))(
    '[MNG-01] says what the endpoints, the table and the list of %s have',
    (_table, record) => {
      expect(descriptionFaults(record)).toEqual([]);
    },
  );

  const { contactName: _contactName, ...withoutContact } = sites.siteFields;
  test.each<readonly [string, Partial<DescribedRecord>, readonly string[]]>([
    [
      'a field that is not described',
      { fields: withoutContact },
      [
        'sites: the reply has contactName, not described',
        'sites: the body of a new one has contactName, not described',
        'sites: the body of an edit has contactName, not described',
        'sites: the table has contact_name, not described',
      ],
    ],
    [
      'a described field that replies lack',
      { row: siteRecord.row.filter((name) => name !== 'address') },
      ['sites: the reply lacks address'],
    ],
    [
      'a column that no field names',
      { columns: [...siteRecord.columns, { name: 'planted', comment: null }] },
      ['sites: the table has planted, not described'],
    ],
    [
      'a column that is not there',
      { columns: siteRecord.columns.filter(({ name }) => name !== 'time_zone') },
      ['sites: the table lacks time_zone'],
    ],
    [
      'personal data that only the schema marks',
      {
        fields: {
          ...sites.siteFields,
          contactName: { ...sites.siteFields.contactName, isPersonal: undefined },
        },
      },
      ['sites: contactName is personal in one place alone'],
    ],
    [
      'a field that is not audited',
      { fields: { ...sites.siteFields, address: { ...sites.siteFields.address, isAudited: false } } },
      ['sites: what is not audited has address, not described'],
    ],
    [
      'a field of a card that no form has',
      {
        fields: {
          ...sites.siteFields,
          address: { ...sites.siteFields.address, input: { as: 'text', card: 'adress' } },
        },
      },
      ['sites: the form lacks adress'],
    ],
    [
      'a column to sort by that the server does not know',
      { sortable: siteRecord.sortable.filter((name) => name !== 'timeZone') },
      ['sites: sorting lacks timeZone'],
    ],
  ])('%s is found', (_fault, planted, faults) => {
    expect(descriptionFaults({ ...siteRecord, ...planted })).toEqual(faults);
  });
});
