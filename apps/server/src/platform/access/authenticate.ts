import type { FastifyRequest } from 'fastify';
import type { Access } from '@watchpost/contract/endpoint';
import { isPermitted } from '@watchpost/domain/permissions';
import type { Database, Db } from '../db/database.ts';
import { isStorageFull } from '../db/database-errors.ts';
import { AppError } from '../http/app-error.ts';
import type { ConsoleCaller, FieldCaller, Tenant } from './caller.ts';
import { type FieldSession, findConsoleSession, findFieldSession, updateLastSeen } from './caller.queries.ts';
import { noteDeviceSeen } from './field-devices.queries.ts';
import { readOwnCookie } from '../http/own-cookies.ts';
import { crossSiteHeader, crossSiteToken, hashToken, isSameToken, sessionCookie } from './session-token.ts';

/**
 * Who asks, checked against the database on every request. Throws AppError: sessionEnded when no one is signed in,
 * notPermitted when somebody is but may not, crossSiteToken when a cookie came without its token.
 */
export async function authenticate(
  database: Database,
  tenant: Tenant,
  access: Access,
  request: FastifyRequest,
): Promise<ConsoleCaller | FieldCaller | null> {
  if (access === 'public') return null;
  const token = readToken(tenant, request);
  const tokenHash = hashToken(token);
  const db = database.forTenant(tenant.id);
  if (access === 'field') return fieldCaller(db, tenant, tokenHash, request);
  const caller = await consoleCaller(db, tenant, tokenHash);
  request.asker = caller.userId;
  if (access !== 'signedIn' && !isPermitted(caller.role, access, caller.switches)) {
    throw new AppError('notPermitted');
  }
  return caller;
}

function readToken(tenant: Tenant, request: FastifyRequest): string {
  const bearer = /^Bearer ([\w-]{20,200})$/.exec(request.headers.authorization ?? '')?.[1];
  if (bearer !== undefined) return bearer;
  const cookiePath = { tenant, isSecure: request.protocol === 'https' };
  const cookie = readOwnCookie(request.headers.cookie, sessionCookie, cookiePath);
  if (cookie === null) throw new AppError('sessionEnded');
  if (request.method !== 'GET' && request.method !== 'HEAD') {
    const sent = request.headers[crossSiteHeader];
    if (typeof sent !== 'string' || !isSameToken(sent, crossSiteToken(cookie))) {
      throw new AppError('crossSiteToken');
    }
  }
  return cookie;
}

async function consoleCaller(db: Db, tenant: Tenant, tokenHash: Buffer): Promise<ConsoleCaller> {
  const session = await findConsoleSession(db, tenant.id, tokenHash);
  if (session === null || !session.activated) throw new AppError('sessionEnded');
  if (session.role === null || session.role === 'guard') throw new AppError('sessionEnded');
  // A sub admin whose site was taken away sees nothing rather than everything; signing in again tells why.
  if (session.role === 'subAdmin' && session.siteId === null) throw new AppError('sessionEnded');
  if (session.isStale) await unlessFull(updateLastSeen(db, tenant.id, tokenHash));
  const siteId = session.role === 'superAdmin' ? null : session.siteId;
  return {
    kind: 'console',
    userId: session.userId,
    role: session.role,
    switches: session.switches,
    settingsVersion: session.settingsVersion,
    tokenHash,
    scope: { db, tenantId: tenant.id, siteId },
  };
}

async function fieldCaller(
  db: Db,
  tenant: Tenant,
  tokenHash: Buffer,
  request: FastifyRequest,
): Promise<FieldCaller> {
  const session = await findFieldSession(db, tenant.id, tokenHash);
  if (session === null) throw new AppError('sessionEnded');
  const { guardId, deviceId, publicKey, owesSignature, deviceStatus } = session;
  request.asker = guardId;
  refuseBlocked(session, request.method);
  if (!session.activated) throw new AppError('sessionEnded');
  const isLost = deviceStatus === 'wipeAsked';
  const scope = { db, tenantId: tenant.id, guardId, deviceId, publicKey, owesSignature, isLost };
  if (session.isStale) {
    await unlessFull(updateLastSeen(db, tenant.id, tokenHash));
    await unlessFull(noteDeviceSeen(scope));
  }
  return { kind: 'field', tokenHash, scope };
}

/** Anyone who reads may read on where not even that can be written down. */
export async function unlessFull(note: Promise<void>): Promise<void> {
  try {
    await note;
  } catch (error) {
    if (!isStorageFull(error)) throw error;
  }
}

/** A lost device may hand over what it holds, and read nothing; one that is revoked may do neither. */
function refuseBlocked({ deviceStatus, isRevoked }: FieldSession, method: string): void {
  if (deviceStatus === 'revoked') throw new AppError('deviceRevoked');
  if (deviceStatus === 'wiped') throw new AppError('deviceCleared');
  if (deviceStatus === 'wipeAsked') {
    if (method === 'GET' || method === 'HEAD') throw new AppError('deviceCleared');
  } else if (isRevoked) throw new AppError('sessionEnded');
}
