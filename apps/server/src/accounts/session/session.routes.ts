import {
  getAdminMetadata,
  getServiceArea,
  getUserMetadata,
  signIn,
  signOut,
} from '@watchpost/contract/session';
import { languages } from '@watchpost/domain/languages';
import { requireOwnTenant } from '../../platform/access/own-tenant.ts';
import { auditOrigin } from '../../platform/audit/audit-origin.ts';
import { AppError, InvalidInput } from '../../platform/http/app-error.ts';
import { type Route, route } from '../../platform/http/route.ts';
import { demoSignIns } from '../sign-in/demo-sign-ins.ts';
import { recordRefusal } from '../sign-in/admission.ts';
import { findUserById } from '../sign-in/console-users.queries.ts';
import { findKnownBrowser } from '../sign-in/known-device.ts';
import { openSession } from '../sign-in/open-session.ts';
import { askSecondStep } from '../sign-in/second-step.ts';
import { signInCookies, signOutCookies } from '../sign-in/session-cookies.ts';
import { deleteSession, findSignInProvider } from './session.queries.ts';
import { checkSignIn, viewAppearance, viewServiceArea, viewSession } from './session.service.ts';

export interface SessionSettings {
  readonly defaultTenant: string;
  /** Whether the sign-in page may offer the demo's sign-ins. */
  readonly isDemo: boolean;
}

export function sessionRoutes(settings: SessionSettings): Route[] {
  const { defaultTenant } = settings;
  return [
    route(signIn, async (context) => {
      const { tenant, db, body, address, isSecure, log, setHeader } = context;
      requireOwnTenant(tenant, body.tenantId);
      const { passwordMaxLength } = await viewAppearance(db, tenant.id);
      if (body.password.length > passwordMaxLength) throw new InvalidInput({ password: 'exceed_max_length' });
      const isBrowser = body.wantsToken !== true;
      const known = isBrowser ? await findKnownBrowser(context, { email: body.username }) : null;
      const familiar = isBrowser && known === null ? await findKnownBrowser(context, 'any') : null;
      const subject = { tenantId: tenant.id, username: body.username, address, known, familiar };
      const user = await checkSignIn(db, subject, body.password, (message) => log.warn(message)).catch(
        (error: unknown) => recordRefusal(db, auditOrigin(context), body.username, error),
      );
      await askSecondStep(context, user);
      const token = await openSession(context, user, null, body.wantsToken === true ? 'program' : 'browser');
      const view = await viewSession(db, tenant.id, user);
      if (body.wantsToken === true) return { ...view, accessToken: token };
      setHeader('Set-Cookie', signInCookies(token, { tenant, defaultTenant, isSecure }));
      return view;
    }),

    route(signOut, async (context) => {
      const { tenant, caller, isSecure, setHeader } = context;
      await deleteSession(caller.scope.db, caller.tokenHash, auditOrigin(context));
      setHeader('Set-Cookie', signOutCookies({ tenant, defaultTenant, isSecure }));
      return { general: [{ message: 'Signed out.' }] };
    }),

    route(getUserMetadata, async ({ tenant, caller }) => {
      const { db } = caller.scope;
      const user = await findUserById(db, tenant.id, caller.userId);
      if (user === null) throw new AppError('sessionEnded');
      return viewSession(db, tenant.id, { ...user, role: caller.role });
    }),

    route(getAdminMetadata, async ({ tenant, db }) => ({
      ...(await viewAppearance(db, tenant.id)),
      tenantSlug: tenant.slug,
      languages: [...languages],
      signInProvider: await findSignInProvider(db, tenant.id),
      isDemo: tenant.isDemo && settings.isDemo,
      demoSignIns: tenant.isDemo && settings.isDemo ? [...demoSignIns] : [],
    })),

    route(getServiceArea, async ({ caller: { scope } }) => viewServiceArea(scope)),
  ];
}
