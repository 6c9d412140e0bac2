// One request that each endpoint accepts, for tests that are made from the list of all endpoints.
import { randomUUID } from 'node:crypto';
import type { LightMyRequestResponse } from 'fastify';
import type { Endpoint } from '@watchpost/contract/endpoint';
import { defaultTenantSettings } from '@watchpost/domain/tenant-settings';
import type { Db } from '../platform/db/database.ts';
import {
  type MadeTenant,
  makeCheckpoint,
  makeDuty,
  makeGuard,
  makeMail,
  makeNotification,
  makeRoute,
  makeRound,
  makeSite,
  makeUser,
  testPassword,
} from './factories.ts';
import { makeSampleTenant } from './make-sample-tenant.ts';
import { makeScanWithNote } from './make-scan-with-note.ts';
import { dashboardSamples } from './dashboard-samples.ts';
import { checkpointSamples } from './checkpoint-samples.ts';
import { patrolRouteSamples, shiftSamples } from './patrol-samples.ts';
import { scheduledReportSamples } from './scheduled-report-samples.ts';
import { trustSamples } from './trust-samples.ts';
import { tourSamples } from './tour-samples.ts';
import { incidentSamples } from './incident-samples.ts';
import { deviceSamples } from './device-samples.ts';
import { evidenceSamples } from './evidence-samples.ts';
import { exceptionSamples } from './exception-samples.ts';
import { liveBoardSamples } from './live-board-samples.ts';
import { browserSubscription, passkeySample } from './browser-samples.ts';
import { importSamples } from './import-samples.ts';
import { siteSamples } from './site-samples.ts';
import { guardSamples } from './guard-samples.ts';
import { makeSpareRecords, type SpareRecords } from './spare-records.ts';
import type { Caller } from './test-app.ts';
import { type Form, formOf, makePhoto, plainPicture } from './test-files.ts';

/** A tenant with one site, and what the samples name of it. */
export interface SampleWorld {
  readonly tenant: MadeTenant;
  readonly siteId: string;
  readonly spare: SpareRecords;
  readonly guardId: string;
  readonly employeeId: string;
  /** Of an account that no sample changes: a sign-in under way does not outlive a new password. */
  readonly email: string;
  readonly superAdminId: string;
  /** The guard's; the super admin uploaded it. */
  readonly photoId: string;
  readonly checkpointId: string;
  readonly routeVersionId: string;
  readonly roundId: string;
  readonly dutyId: string;
  /** Given up, and kept to be sent again. */
  readonly mailId: string;
  /** To the super admin. */
  readonly notificationId: string;
}

/** Of a tenant of its own, or another site of one that was made for samples. */
export async function makeWorld(owner: Db, tenant?: MadeTenant): Promise<SampleWorld> {
  const own = tenant ?? (await makeSampleTenant(owner));
  const siteId = await makeSite(owner, own);
  const user = await makeUser(owner, own);
  const photo = await makePhoto(owner, own, user.id);
  const guard = await makeGuard(owner, own, { siteIds: [siteId], photo });
  const checkpoint = await makeCheckpoint(owner, own, siteId);
  const { versionId } = await makeRoute(owner, own, siteId, [checkpoint]);
  const roundId = await makeRound(owner, own, {
    site_id: siteId,
    guard_id: guard.id,
    route_version_id: versionId,
    total_check_points: 1,
    scanned_check_points: 0,
  });
  const { checkpointId } = checkpoint;
  await makeScanWithNote(owner, own, { roundId, guardId: guard.id, checkpointId });
  return {
    tenant: own,
    siteId,
    spare: await makeSpareRecords(owner, own, siteId),
    guardId: guard.id,
    employeeId: guard.employeeId,
    email: (await makeUser(owner, own, { siteId })).email,
    superAdminId: user.id,
    photoId: photo,
    checkpointId,
    routeVersionId: versionId,
    roundId,
    dutyId: await makeDuty(owner, own, { site_id: siteId, guard_id: guard.id }),
    mailId: await makeMail(owner, own, { state: 'failed' }),
    notificationId: await makeNotification(owner, own, user.id),
  };
}

export interface Sample {
  readonly form?: Form;
  readonly params?: Readonly<Record<string, string>>;
  readonly query?: Readonly<Record<string, string>>;
  readonly body?: object;
  /** Status for those who may ask; 200 when left out. */
  readonly answers?: number;
}

const settingsSample = {
  ...defaultTenantSettings,
  name: 'Sample Guarding',
  accentColour: '#1f6feb',
  dateFormat: 'DD/MM/YYYY HH:mm',
  mapCentre: { latitude: 18.5, longitude: 73.8 },
  mapZoom: 12,
  passwordMaxLength: 64,
};

const providerSample = {
  issuer: 'https://localhost:9/realm',
  clientId: 'watchpost',
  clientSecret: 'sample-client-secret',
  scopes: 'openid email',
  label: 'Acme account',
  isOn: false,
};

const pictureBytes = await plainPicture();

/** An address that was not asked for before: each gets only so many codes. */
const anybody = () => `${randomUUID()}@example.com`;

const samples: Readonly<Record<string, (world: SampleWorld) => Sample>> = {
  listNotifications: () => ({ query: { offset: '0', limit: '10' } }),
  getUnreadCount: () => ({}),
  markNotificationsSeen: () => ({}),
  markNotificationsRead: ({ notificationId }) => ({ body: { ids: [notificationId] } }),
  getNotificationPreferences: () => ({}),
  saveNotificationPreferences: () => ({
    body: { preferences: [{ kind: 'roundLate', channel: 'console', isOn: false }] },
  }),
  followEvents: () => ({}),
  getPush: () => ({}),
  savePushSubscription: () => ({ body: browserSubscription() }),
  deletePushSubscription: () => ({ params: { subscriptionId: randomUUID() } }),
  // No sample has started to sign in, nor holds a code or a passkey.
  getSecondStep: () => ({}),
  finishSignIn: () => ({ body: { method: 'authenticator', code: '000000' }, answers: 401 }),
  askPasskeySignIn: () => ({}),
  signInWithPasskey: () => ({ body: { response: passkeySample('signature') }, answers: 422 }),
  beginFirstAuthenticator: () => ({ answers: 401 }),
  confirmFirstAuthenticator: () => ({ body: { code: '000000' }, answers: 401 }),
  askFirstPasskey: () => ({ answers: 401 }),
  addFirstPasskey: () => ({ body: { name: 'Phone', response: passkeySample('made') }, answers: 401 }),
  getSignInFactors: () => ({}),
  confirmPassword: () => ({ body: { password: testPassword } }),
  beginAuthenticator: () => ({}),
  confirmAuthenticator: () => ({ body: { code: '000000' }, answers: 422 }),
  removeAuthenticator: () => ({ answers: 404 }),
  makeRecoveryCodes: () => ({ answers: 404 }),
  askPasskey: () => ({}),
  addPasskey: () => ({ body: { name: 'Phone', response: passkeySample('made') }, answers: 422 }),
  renamePasskey: () => ({ params: { passkeyId: randomUUID() }, body: { name: 'Phone' }, answers: 404 }),
  removePasskey: () => ({ params: { passkeyId: randomUUID() }, answers: 404 }),
  resetSignInFactors: () => ({ params: { userId: randomUUID() }, answers: 404 }),
  signIn: ({ email }) => ({ body: { username: email, password: testPassword } }),
  forgotPassword: () => ({ body: { username: anybody() } }),
  resendOtp: () => ({ query: { userType: 'admin' }, body: { email: anybody() } }),
  requestSignupOtp: () => ({ body: { email: anybody() } }),
  // No sample can know what was mailed.
  verifyOtp: () => ({ body: { otp: '000000', email: anybody() }, answers: 422 }),
  checkPasswordLink: () => ({ body: { otpId: 'x'.repeat(43) } }),
  setPassword: () => ({ body: { otpId: 'x'.repeat(43), password: testPassword }, answers: 422 }),
  changePassword: () => ({ body: { oldPassword: testPassword, newPassword: testPassword } }),
  listSessions: () => ({}),
  endSession: () => ({ params: { sessionId: '0'.repeat(64) } }),
  endOtherSessions: () => ({}),
  signOut: () => ({}),
  getUserMetadata: () => ({}),
  getAdminMetadata: () => ({}),
  getServiceArea: () => ({}),
  listScannedCheckpoints: ({ siteId }) => ({
    query: { site: siteId, from: '2020-01-01', to: '2099-12-31', limit: '5', sortType: 'asc', offset: '0' },
  }),
  ...dashboardSamples,
  ...evidenceSamples,
  listRoundCheckpoints: ({ roundId }) => ({ params: { roundId }, query: { limit: '5', offset: '0' } }),
  getScannedCheckpoints: ({ roundId }) => ({ params: { roundId } }),
  listLoginLogout: ({ siteId }) => ({ query: { site: siteId, status: 'onDuty', limit: '5' } }),
  getLoginLogout: ({ dutyId }) => ({ params: { sessionId: dutyId } }),
  exportLoginLogout: ({ siteId }) => ({ query: { site: siteId, format: 'csv' } }),
  exportScannedCheckpoints: ({ siteId }) => ({ query: { site: siteId, format: 'csv' } }),
  getInfoPage: () => ({ params: { id: 'faqs' } }),
  getEditedInfoPage: () => ({ params: { id: 'faqs' } }),
  saveInfoPage: () => ({ params: { id: 'faqs' }, body: { html: '<p>Asked often</p>', version: 0 } }),
  listInfoPageRevisions: () => ({ params: { id: 'faqs' } }),
  getInfoPageRevision: () => ({ params: { id: 'aboutCompany', revision: '1' } }),
  restoreInfoPageRevision: () => ({ params: { id: 'aboutCompany', revision: '1' }, body: { version: 1 } }),
  getTenantSettings: () => ({}),
  saveTenantSettings: () => ({ body: { version: 0, settings: settingsSample } }),
  ...trustSamples,
  saveTenantLogo: () => ({ body: { fileId: null } }),
  // A tenant begins with the product's logo.
  getTenantLogo: ({ photoId }) => ({ params: { fileId: photoId }, answers: 404 }),
  getSignInProvider: () => ({}),
  saveSignInProvider: () => ({ body: { version: 0, provider: providerSample } }),
  testSignInProvider: () => ({ body: { issuer: providerSample.issuer, scopes: providerSample.scopes } }),
  beginProviderSignIn: () => ({ body: { next: null }, answers: 404 }),
  finishProviderSignIn: () => ({ body: { state: 'x' }, answers: 422 }),
  getSubAdminAccess: () => ({}),
  saveSubAdminAccess: () => ({ body: { version: 0, groups: [] } }),
  listAuditEntries: () => ({ query: { limit: '5' } }),
  listAuditActors: () => ({}),
  listSentMail: () => ({ query: { limit: '5', state: 'failed', searchText: 'asha' } }),
  getSentMail: ({ mailId }) => ({ params: { mailId } }),
  // A tenant that is no demo keeps its messages to itself.
  getSentMailHtml: ({ mailId }) => ({ params: { mailId }, answers: 404 }),
  retrySentMail: ({ mailId }) => ({ params: { mailId } }),
  exportAuditEntries: () => ({ query: { format: 'csv' } }),
  uploadFile: () => ({ query: { purpose: 'profileImage' }, form: formOf(pictureBytes) }),
  getFile: ({ photoId }) => ({ params: { fileId: photoId } }),
  getThumbnail: ({ photoId }) => ({ params: { fileId: photoId }, query: { size: '96' } }),
  getProfile: () => ({}),
  updateProfile: () => ({ body: { profileImage: '' } }),
  saveLanguage: () => ({ body: { language: 'hi' } }),
  getListPreferences: () => ({ params: { area: 'sites' } }),
  saveListPreferences: () => ({ params: { area: 'sites' }, body: { hiddenColumns: ['address'], views: [] } }),
  listSubAdmins: ({ siteId }) => ({ params: { id: siteId } }),
  inviteSubAdmin: ({ siteId }) => ({
    params: { id: siteId },
    body: { email: anybody(), firstName: 'Meera', lastName: 'Rao' },
  }),
  resendInvitation: ({ spare }) => ({ params: { userId: spare.invited() } }),
  sendPasswordReset: ({ spare }) => ({ params: { userId: spare.subAdmin() } }),
  updateSubAdmin: ({ spare }) => ({
    params: { userId: spare.subAdmin() },
    body: { firstName: 'Meera', lastName: 'Rao' },
  }),
  setSubAdminStatus: ({ spare }) => ({ params: { userId: spare.subAdmin() }, body: { activated: false } }),
  removeSubAdmin: ({ spare }) => ({ params: { userId: spare.subAdmin() } }),
  ...siteSamples,
  ...guardSamples,
  ...importSamples,
  ...checkpointSamples,
  ...shiftSamples,
  ...tourSamples,
  ...scheduledReportSamples,
  ...patrolRouteSamples,
  ...incidentSamples,
  ...exceptionSamples,
  ...deviceSamples,
  ...liveBoardSamples,
};

export const sampledEndpoints = Object.keys(samples);

/** The sample of an endpoint. Throws for an endpoint that has none yet: give it one above. */
export function sampleOf(endpoint: Endpoint, world: SampleWorld): Sample {
  const sample = samples[endpoint.name];
  if (sample === undefined) throw new Error(`testing/endpoint-samples.ts has no sample of ${endpoint.name}`);
  return sample(world);
}

/** The endpoint's path with its parameters filled in. */
export function pathOf(endpoint: Endpoint, params: Readonly<Record<string, string>> = {}): string {
  return endpoint.path.replaceAll(/:(\w+)/g, (_all, name: string) => encodeURIComponent(params[name] ?? ''));
}

export async function send(
  caller: Caller,
  endpoint: Endpoint,
  sample: Sample,
): Promise<LightMyRequestResponse> {
  const { params, query, body, form } = sample;
  return caller(endpoint.method, pathOf(endpoint, params), {
    ...(query === undefined ? {} : { query: { ...query } }),
    ...(body === undefined ? {} : { body }),
    ...form,
  });
}

const differing = new Set(['date', 'x-request-id']);

/** A reply without what differs from request to request by design. */
export function comparable(reply: LightMyRequestResponse): object {
  const headers = Object.entries(reply.headers).filter(([name]) => !differing.has(name));
  return { status: reply.statusCode, headers, body: reply.body.replace(/"requestId":"[^"]*"/, '') };
}
