// Builds the HTTP application from its dependencies; the composition root and the tests use the same.
import Fastify, { type FastifyInstance, type FastifyServerOptions } from 'fastify';
import { sql } from 'kysely';
import type { AccountLimitSettings } from './access/account-limits.ts';
import { FieldLimits, type FieldLimitSettings } from './access/field-limits.ts';
import { makeTenantLookup } from './access/tenants.ts';
import type { Database } from './db/database.ts';
import { accountRoutes, type AccountSettings } from './features/accounts/accounts.routes.ts';
import { subAdminRoutes } from './features/accounts/sub-admins.routes.ts';
import { auditLogRoutes } from './features/audit-log/audit-log.routes.ts';
import { checkpointImport } from './features/checkpoint-imports/checkpoint-import-kind.ts';
import { checkpointRoutes } from './features/checkpoints/checkpoints.routes.ts';
import { dashboardRoutes } from './features/dashboard/dashboard.routes.ts';
import { type DeviceSettings, deviceRoutes } from './features/devices/devices.routes.ts';
import { type EvidenceSettings, evidenceRoutes } from './features/evidence/evidence.routes.ts';
import { fieldRoutes } from './features/field/field.routes.ts';
import { fileRoutes, type FileSettings } from './features/files/files.routes.ts';
import { guardImport } from './features/guard-imports/guard-import-kind.ts';
import { guardRoutes } from './features/guards/guards.routes.ts';
import { incidentRoutes } from './features/incidents/incidents.routes.ts';
import { exceptionRoutes } from './features/exceptions/exceptions.routes.ts';
import {
  notificationRoutes,
  type NotificationSettings,
} from './features/notifications/notifications.routes.ts';
import { liveBoardRoutes } from './features/live-board/live-board.routes.ts';
import { loginLogoutRoutes } from './features/login-logout/login-logout.routes.ts';
import { listPreferencesRoutes } from './features/list-preferences/list-preferences.routes.ts';
import { infoPagesRoutes } from './features/info-pages/info-pages.routes.ts';
import { patrolRouteRoutes } from './features/patrol-routes/patrol-routes.routes.ts';
import { profileRoutes } from './features/profile/profile.routes.ts';
import { pushRoutes, type PushSettings } from './features/push/push.routes.ts';
import { sentMailRoutes, type SentMailSettings } from './features/sent-mail/sent-mail.routes.ts';
import type { SignInProviderSettings } from './features/sign-in-providers/provider-settings.ts';
import { signInProviderRoutes } from './features/sign-in-providers/sign-in-providers.routes.ts';
import { sessionRoutes, type SessionSettings } from './features/session/session.routes.ts';
import { viewSession } from './features/session/session.service.ts';
import type { PasskeySettings } from './features/sign-in-factors/second-step.routes.ts';
import { signInFactorRoutes } from './features/sign-in-factors/sign-in-factors.routes.ts';
import { roundRemarkRoutes } from './features/scanned-checkpoints/round-remarks.routes.ts';
import { scannedCheckpointsRoutes } from './features/scanned-checkpoints/scanned-checkpoints.routes.ts';
import { personalDataRoutes } from './features/personal-data/personal-data.routes.ts';
import { retentionRoutes } from './features/retention/retention.routes.ts';
import { scheduledReportRoutes } from './features/scheduled-reports/scheduled-reports.routes.ts';
import { shiftRoutes } from './features/shifts/shifts.routes.ts';
import { tourRoutes } from './features/tours/tours.routes.ts';
import { floorPlanRoutes } from './features/sites/floor-plans.routes.ts';
import { postRoutes } from './features/sites/posts.routes.ts';
import { placeRoutes, type PlaceSettings } from './features/sites/places.routes.ts';
import { siteLogoRoutes } from './features/sites/site-logos.routes.ts';
import { siteRoutes } from './features/sites/sites.routes.ts';
import { subAdminAccessRoutes } from './features/sub-admin-access/sub-admin-access.routes.ts';
import { tenantLogoRoutes } from './features/tenant-logo/tenant-logo.routes.ts';
import { tenantSettingsRoutes } from './features/tenant-settings/tenant-settings.routes.ts';
import { checkpointScreenRoutes } from './features/checkpoints/checkpoint-screens.routes.ts';
import { trustSettingsRoutes } from './features/trust-settings/trust-settings.routes.ts';
import { allEndpoints } from '@watchpost/contract/all-endpoints';
import { registerApiPages } from './http/api-pages.ts';
import { AppError } from './http/app-error.ts';
import { answerBrokenRequest } from './http/broken-request.ts';
import { endConnectionsOnClose } from './http/closing.ts';
import { registerConsole } from './http/console-pages.ts';
import { sendError, sendUnreadable } from './http/error-reply.ts';
import { keepDemoOnMachine } from './http/demo-on-machine.ts';
import { registerDisplayPages } from './http/display-pages.ts';
import { registerGuardPages } from './http/guard-pages.ts';
import { registerHealth } from './http/health.ts';
import { parseJsonBody } from './http/json-body.ts';
import { Addresses, refusal } from './http/other-methods.ts';
import { registerRoutes } from './http/register.ts';
import { noCompilers } from './http/reply-schema.ts';
import { RequestLog } from './http/request-log.ts';
import { fromReplica, type Route } from './http/route.ts';
import { rememberAskers } from './http/security-events.ts';
import { setSecurityHeaders } from './http/security-headers.ts';
import { refuseWritesWithoutRoom } from './http/without-room.ts';
import { endSlowConnections, slowestRequests } from './http/slow-connections.ts';
import { mailConsentRoutes } from './mail-consents/mail-consents.routes.ts';
import { importRoutes } from './record-imports/record-imports.routes.ts';

export interface AppDependencies
  extends SessionSettings,
    PasskeySettings,
    AccountSettings,
    NotificationSettings,
    SentMailSettings,
    SignInProviderSettings,
    FileSettings,
    PlaceSettings,
    EvidenceSettings,
    PushSettings {
  /** Folder of the built console. */
  readonly consoleFolder: string;
  /** Folder of the built guards' app; without one it is not served. */
  readonly guardFolder?: string;
  readonly database: Database;
  readonly logger: FastifyServerOptions['logger'];
  /** How many proxies stand in front. */
  readonly trustProxy: number;
  /** Whether there is room to store anything; always where it is left out. */
  readonly hasRoom?: () => boolean;
  /** How much an account may ask for; without limit when it is left out. */
  readonly accountLimits?: AccountLimitSettings;
  /** How much the phones of a guard may hand in; without limit when it is left out. */
  readonly fieldLimits?: FieldLimitSettings;
  /** Counts what is answered. */
  readonly watchRequests?: (app: FastifyInstance) => void;
}

/** Largest body that any endpoint reads; bytes. */
const bodyLimitBytes = 1_000_000;

type RouteSettings = SessionSettings &
  AccountSettings &
  NotificationSettings &
  SentMailSettings &
  SignInProviderSettings &
  PlaceSettings &
  EvidenceSettings &
  DeviceSettings &
  FileSettings & {
    /** How much the phones of a guard may hand in; without limit when it is left out. */
    readonly fieldLimits?: FieldLimitSettings;
  };

/** What comes from the field counts against these. */
type WithinLimits = RouteSettings & { readonly limits: FieldLimits };

export function allRoutes(settings: RouteSettings): Route[] {
  // One count of each guard, whichever endpoint is asked.
  const within = { ...settings, limits: new FieldLimits(settings.fieldLimits ?? null) };
  return [
    ...accountRoutesOf(settings),
    ...companyRoutesOf(settings),
    ...recordRoutesOf(within),
    ...patrolRoutesOf(within),
  ];
}

/** Who comes in, and what everybody has of the console. */
const accountRoutesOf = (settings: RouteSettings): Route[] => [
  ...sessionRoutes(settings),
  ...signInFactorRoutes({ ...settings, viewSession }),
  ...signInProviderRoutes(settings),
  ...accountRoutes(settings),
  ...profileRoutes(),
  ...listPreferencesRoutes(),
  ...notificationRoutes(settings),
  ...pushRoutes(settings),
  ...fileRoutes(settings),
];

/** How a company is set up. */
const companyRoutesOf = (settings: RouteSettings): Route[] => [
  ...subAdminRoutes(),
  ...subAdminAccessRoutes(),
  ...infoPagesRoutes(),
  ...tenantSettingsRoutes(),
  ...tenantLogoRoutes(settings),
  ...trustSettingsRoutes(),
  ...retentionRoutes(settings),
  ...auditLogRoutes().map(fromReplica),
  ...sentMailRoutes(settings),
  ...mailConsentRoutes(),
];

/** What it manages. */
const recordRoutesOf = (settings: WithinLimits): Route[] => [
  ...siteRoutes(),
  ...siteLogoRoutes(settings),
  ...floorPlanRoutes(settings),
  ...placeRoutes(settings),
  ...postRoutes(),
  ...checkpointRoutes(),
  ...checkpointScreenRoutes(),
  ...shiftRoutes(),
  ...tourRoutes(),
  ...patrolRouteRoutes(),
  ...guardRoutes(),
  ...personalDataRoutes(settings),
  ...deviceRoutes(settings),
  ...importRoutes(guardImport),
  ...importRoutes(checkpointImport),
  ...incidentRoutes(settings),
];

/** What happens in the field, and what is told of it. */
const patrolRoutesOf = (settings: WithinLimits): Route[] => [
  ...fieldRoutes(settings),
  ...scannedCheckpointsRoutes(settings).map(fromReplica),
  ...roundRemarkRoutes(),
  ...loginLogoutRoutes().map(fromReplica),
  ...dashboardRoutes().map(fromReplica),
  ...liveBoardRoutes(settings),
  ...exceptionRoutes(settings),
  ...scheduledReportRoutes(settings),
  ...evidenceRoutes(settings),
];

/** The framework as it is set up for whatever is mounted: what it reads, trusts and waits for. */
function framework({ logger, trustProxy }: AppDependencies): FastifyInstance {
  const app = Fastify({
    ...(logger === undefined ? {} : { logger }),
    logController: new RequestLog(),
    schemaController: noCompilers,
    frameworkErrors: sendUnreadable,
    clientErrorHandler: answerBrokenRequest,
    // The nearest one is 0; what stands beyond the last of them is what it was told.
    trustProxy: (_address: string, distance: number) => distance < trustProxy,
    bodyLimit: bodyLimitBytes,
    ...slowestRequests,
    return503OnClosing: true,
    routerOptions: { maxParamLength: 200 },
    requestIdHeader: false,
    genReqId: () => crypto.randomUUID(),
  });
  app.removeAllContentTypeParsers();
  app.addContentTypeParser(
    'application/json',
    { parseAs: 'buffer' },
    async (_request: unknown, body: unknown) =>
      Buffer.isBuffer(body) && body.length > 0 ? parseJsonBody(body) : undefined,
  );
  return app;
}

export async function buildApp(dependencies: AppDependencies): Promise<FastifyInstance> {
  const app = framework(dependencies);
  app.setErrorHandler(sendError);
  const routes = allRoutes(dependencies);
  const addresses = new Addresses(routes.map(({ endpoint }) => endpoint));
  app.setNotFoundHandler((request, reply) => {
    const taken = addresses.takenAt(request.url);
    sendError(taken === null ? new AppError('notFound') : refusal(reply, taken), request, reply);
  });
  endConnectionsOnClose(app);
  endSlowConnections(app);
  setSecurityHeaders(app);
  app.addHook('onRequest', (request, reply, done) => {
    void reply.header('X-Request-Id', request.id);
    done();
  });
  rememberAskers(app);
  if (dependencies.isDemo) keepDemoOnMachine(app);
  dependencies.watchRequests?.(app);
  if (dependencies.hasRoom !== undefined) refuseWritesWithoutRoom(app, dependencies.hasRoom);
  registerHealth(app, () => sql`SELECT 1`.execute(dependencies.database.shared));
  const findTenant = makeTenantLookup(dependencies.database, { isDemo: dependencies.isDemo });
  const { database, accountLimits } = dependencies;
  const registrar = { database, findTenant, ...(accountLimits === undefined ? {} : { accountLimits }) };
  await registerRoutes(app, registrar, routes);
  addresses.mountShadowed(app);
  registerApiPages(app, allEndpoints);
  const { consoleFolder: folder, guardFolder, defaultTenant } = dependencies;
  await registerConsole(app, { folder, defaultTenant, findTenant });
  if (guardFolder !== undefined) {
    await registerGuardPages(app, guardFolder);
    registerDisplayPages(app, guardFolder);
  }
  return app;
}
