// Checkpoints: the places that guards scan, and the codes that stand there (MNG-01, MNG-04).
import {
  checkpointInstructionsMaxLength,
  checkpointNameMaxLength,
  foldNfcTag,
  labelSheetNames,
  labelsSkippedMax,
  nfcTagPattern,
  radiusMaxMetres,
  radiusMinMetres,
} from '@watchpost/domain/checkpoints';
import { checkpointMethods } from '@watchpost/domain/checkpoint-methods';
import { recordsAtOnceMax } from '@watchpost/domain/managed-records';
import { scanMethods, trustFlags } from '@watchpost/domain/trust';
import * as z from 'zod/mini';
import { defineEndpoint } from './endpoint.ts';
import {
  editedVersion,
  idsBody,
  idsReply,
  listFilter,
  recordHead,
  recordParams,
  savedReply,
} from './managed-records.ts';
import { recordEndpoints } from './record-endpoints.ts';
import { describeFields, editShape, formShape, readShape } from './record-fields.ts';
import { formPosition, id, neededText, writtenText } from './values.ts';

const radiusError = { error: 'radius_range' };

const methodsError = { error: 'scan_methods_required' };

/** What is known of a checkpoint. */
export const checkpointFields = describeFields({
  name: {
    label: 'checkpoints.name',
    read: z.string(),
    write: neededText(checkpointNameMaxLength, 'checkpoint_name_required'),
    column: 'name',
    isKept: true,
    isAudited: true,
    input: { as: 'text', card: 'about', isRequired: true, maxLength: checkpointNameMaxLength },
    list: { width: 140, fitWidth: 118, mayWrap: true, isSortable: true },
    file: { heading: 'Name', width: 30 },
  },
  /** A checkpoint stays at the site where it was made, for it was scanned there. */
  siteId: {
    label: 'records.site',
    read: z.string(),
    write: z.pipe(z.string({ error: 'record_site_required' }), id),
    column: 'site_id',
    isForNew: true,
    isAudited: true,
    input: { as: 'site', card: 'about', order: -1 },
  },
  siteName: {
    label: 'records.site',
    read: z.string(),
    list: { width: 196, minWidth: 130, mayWrap: true, isSortable: true },
    file: { heading: 'Site', width: 28 },
  },
  siteTimeZone: { label: 'sites.timeZone', read: z.string() },
  latitude: {
    label: 'checkpoints.latitude',
    read: z.number(),
    write: formPosition.latitude,
    column: 'latitude',
    isAudited: true,
    input: { as: 'number', card: 'place', isRequired: true },
    list: {
      id: 'position',
      label: 'checkpoints.position',
      width: 180,
      minWidth: 176,
      fitWidth: 160,
      mayWrap: true,
    },
    file: { heading: 'Latitude', width: 12, kind: 'number', format: '0.000000' },
  },
  longitude: {
    label: 'checkpoints.longitude',
    read: z.number(),
    write: formPosition.longitude,
    column: 'longitude',
    isAudited: true,
    input: { as: 'number', card: 'place', isRequired: true },
    file: { heading: 'Longitude', width: 12, kind: 'number', format: '0.000000' },
  },
  radiusMetres: {
    label: 'checkpoints.radius',
    read: z.number(),
    write: z
      .number(radiusError)
      .check(z.minimum(radiusMinMetres, radiusError), z.maximum(radiusMaxMetres, radiusError)),
    column: 'radius_metres',
    isAudited: true,
    input: { as: 'number', card: 'place', isRequired: true },
    list: { width: 85, align: 'end', isSortable: true },
    file: { heading: 'Radius (m)', width: 12, kind: 'number' },
  },
  instructions: {
    label: 'checkpoints.instructions',
    read: z.string(),
    write: writtenText(checkpointInstructionsMaxLength, { hasLines: true }),
    column: 'instructions',
    isKept: true,
    isAudited: true,
    input: {
      as: 'lines',
      card: 'about',
      maxLength: checkpointInstructionsMaxLength,
      help: 'checkpoints.instructionsHelp',
      isWide: true,
    },
    file: { heading: 'Instructions', width: 40 },
  },
  /**
   * Empty, or the tag's id in hexadecimal, however its bytes are parted; of one checkpoint of the tenant alone. Empty too for who may
   * not edit checkpoints: it is scanned in place of a code.
   */
  nfcTagId: {
    label: 'checkpoints.nfcTag',
    read: z.string(),
    write: z.pipe(
      z.string(),
      z.pipe(
        z.transform(foldNfcTag),
        z
          .string()
          .check(z.refine((text) => text === '' || nfcTagPattern.test(text), { error: 'nfc_tag_pattern' })),
      ),
    ),
    isAudited: true,
    input: { as: 'own', card: 'about' },
    list: { width: 154, minWidth: 110, mayWrap: true },
    file: { heading: 'NFC Tag', width: 20 },
    fact: {},
  },
  hasNfcTag: { label: 'checkpoints.nfcTag', read: z.boolean() },
  /** The ways of scanning that count (TRUTH-01): at least one, in the product's order, each once. */
  scanMethods: {
    label: 'checkpoints.methods',
    read: z.array(z.enum(checkpointMethods)),
    write: z.pipe(
      z.array(z.enum(checkpointMethods, methodsError), methodsError).check(z.minLength(1, methodsError)),
      z.transform((chosen) => checkpointMethods.filter((method) => chosen.includes(method))),
    ),
    column: 'scan_methods',
    isAudited: true,
    input: { as: 'own', card: 'about' },
    file: { heading: 'Ways of scanning', width: 32 },
    fact: {},
  },
  /** Whether a screen that shows changing codes is in use. */
  hasScreen: { label: 'screens.title', read: z.boolean() },
  /** Routes that lead past it. */
  routes: {
    label: 'checkpoints.routes',
    read: z.int(),
    list: { width: 85, align: 'end' },
    file: { heading: 'Routes', width: 10, kind: 'number' },
  },
});

/** Left out: of a new checkpoint the product's own, of another as they are. */
const chosenMethods = { scanMethods: z.optional(checkpointFields.scanMethods.write) };

export const checkpointRow = z.object({ ...recordHead, ...readShape(checkpointFields) });
export type CheckpointRow = z.output<typeof checkpointRow>;

export const checkpointSortColumns = ['name', 'siteName', 'radiusMetres', 'createdAt', 'updatedAt'] as const;

export const {
  list: listCheckpoints,
  exportAll: exportCheckpoints,
  get: getCheckpoint,
  setStatus: setCheckpointStatus,
  remove: deleteCheckpoint,
  restore: restoreCheckpoints,
} = recordEndpoints({
  noun: 'Checkpoint',
  word: 'checkpoint',
  path: '/secure/checkpoints',
  group: 'CHECKPOINTS',
  filter: { ...listFilter(checkpointSortColumns), site: z.optional(id) },
  row: checkpointRow,
  one: checkpointRow,
  summaries: {
    get: 'One checkpoint, to be shown or edited.',
    delete: 'Deletes an activated checkpoint; 409 with the reason while scans or routes depend on it.',
  },
});

export const listCheckpointsAround = defineEndpoint({
  name: 'listCheckpointsAround',
  method: 'GET',
  path: '/secure/checkpoints/around',
  access: 'CHECKPOINTS:view',
  summary: 'The site with its checkpoints, as a map shows them.',
  query: z.strictObject({ site: id }),
  reply: z.object({
    site: z.object({ id: z.string(), name: z.string(), latitude: z.number(), longitude: z.number() }),
    checkpoints: z.array(
      z.object({
        id: z.string(),
        name: z.string(),
        latitude: z.number(),
        longitude: z.number(),
        radiusMetres: z.number(),
        activated: z.boolean(),
      }),
    ),
  }),
});
export type CheckpointsAround = z.output<typeof listCheckpointsAround.reply>;

const checkpointCode = z.object({
  /** From 1; each reissue takes the next. */
  serial: z.int(),
  /** What the QR code says; null when retired, so that it is not printed again, and for who may not edit checkpoints. */
  text: z.nullable(z.string()),
  /** False for a code that came from another system and bears no signature of ours. */
  isSigned: z.boolean(),
  issuedAtMs: z.int(),
  /** Null for the one that is valid. */
  retiredAtMs: z.nullable(z.int()),
});
export type CheckpointCode = z.output<typeof checkpointCode>;

const checkpointScan = z.object({
  id: z.string(),
  roundId: z.string(),
  /** Empty when the guard is gone or not visible to the caller. */
  guardName: z.string(),
  deviceAtMs: z.int(),
  method: z.enum(scanMethods),
  distanceMetres: z.nullable(z.number()),
  flags: z.array(z.enum(trustFlags)),
});
export type CheckpointScan = z.output<typeof checkpointScan>;

export const getCheckpointDetails = defineEndpoint({
  name: 'getCheckpointDetails',
  method: 'GET',
  path: '/secure/checkpoints/:id/details',
  access: 'CHECKPOINTS:view',
  summary:
    'One checkpoint with its codes, the routes past it, its last scans and the longest gaps between them.',
  params: recordParams,
  reply: z.object({
    checkpoint: checkpointRow,
    /** Newest first; the first one is valid unless the checkpoint has none. */
    codes: z.array(checkpointCode),
    /** Null for who may not see routes. */
    routes: z.nullable(z.array(z.object({ id: z.string(), name: z.string(), activated: z.boolean() }))),
    /** Null for who may not see rounds. */
    history: z.nullable(
      z.object({
        /** Epoch milliseconds: what is counted lies from the one to the other. */
        fromMs: z.int(),
        toMs: z.int(),
        scans: z.int(),
        flagged: z.int(),
        /** Scans of each calendar day of the site, oldest first. */
        days: z.array(z.object({ day: z.string(), scans: z.int() })),
        /** Newest first. */
        last: z.array(checkpointScan),
        /** Times without a scan, longest first, of equal ones the earlier; one may reach to now. */
        gaps: z.array(z.object({ fromMs: z.int(), toMs: z.int() })),
      }),
    ),
  }),
});
export type CheckpointDetails = z.output<typeof getCheckpointDetails.reply>;

export const createCheckpoint = defineEndpoint({
  name: 'createCheckpoint',
  method: 'POST',
  path: '/secure/checkpoints',
  access: 'CHECKPOINTS:add',
  summary: 'Makes a checkpoint with its first QR code.',
  body: z.strictObject({ ...formShape(checkpointFields), ...chosenMethods }),
  reply: savedReply,
});

export const updateCheckpoint = defineEndpoint({
  name: 'updateCheckpoint',
  method: 'PUT',
  path: '/secure/checkpoints/:id',
  access: 'CHECKPOINTS:edit',
  summary:
    'Stores the fields; 409 when somebody else saved since. Rounds started before keep the checkpoint as it was then.',
  params: recordParams,
  body: z.strictObject({
    ...editShape(checkpointFields),
    ...chosenMethods,
    ...editedVersion,
  }),
  reply: savedReply,
});

export const reissueCheckpointCodes = defineEndpoint({
  name: 'reissueCheckpointCodes',
  method: 'POST',
  path: '/secure/checkpoints/codes',
  access: 'CHECKPOINTS:edit',
  summary:
    'Gives each checkpoint a new QR code and retires the old one; answers with those whose code is new.',
  body: idsBody,
  reply: idsReply,
});

export const printCheckpointLabels = defineEndpoint({
  name: 'printCheckpointLabels',
  method: 'POST',
  path: '/secure/checkpoints/labels',
  access: 'CHECKPOINTS:edit',
  summary: 'A PDF of label sheets with the QR codes of the checkpoints, in the order given.',
  body: z.strictObject({
    ids: z.array(id).check(z.minLength(1), z.maxLength(recordsAtOnceMax)),
    sheet: z.enum(labelSheetNames),
    /** Labels of the first sheet that are used already. */
    skip: z.int().check(z.minimum(0), z.maximum(labelsSkippedMax)),
    /** Whether the guard reads the instructions on the label. */
    hasInstructions: z.boolean(),
  }),
  reply: z.unknown(),
  files: ['application/pdf'],
});
