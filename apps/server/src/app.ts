// Builds the HTTP application from its dependencies; the composition root and the tests use the same.
import Fastify, { type FastifyInstance, type FastifyServerOptions } from 'fastify';
import { sql } from 'kysely';
import type { AccountLimitSettings } from './platform/access/account-limits.ts';
import { FieldLimits, type FieldLimitSettings } from './platform/access/field-limits.ts';
import { makeTenantLookup } from './platform/access/tenants.ts';
import type { Database } from './platform/db/database.ts';
import { accountRoutes, type AccountSettings } from './accounts/users/accounts.routes.ts';
import { subAdminRoutes } from './accounts/users/sub-admins.routes.ts';
import { auditLogRoutes } from './reports/audit-log/audit-log.routes.ts';
import { checkpointImport } from './records/checkpoint-imports/checkpoint-import-kind.ts';
import { checkpointRoutes } from './records/checkpoints/checkpoints.routes.ts';
import { dashboardRoutes } from './reports/dashboard/dashboard.routes.ts';
import { type DeviceSettings, deviceRoutes } from './records/devices/devices.routes.ts';
import { type EvidenceSettings, evidenceRoutes } from './patrol/evidence/evidence.routes.ts';
import { fieldRoutes } from './patrol/field/field.routes.ts';
import { fileRoutes, type FileSettings } from './company/files/files.routes.ts';
import { guardImport } from './records/guard-imports/guard-import-kind.ts';
import { guardRoutes } from './records/guards/guards.routes.ts';
import { guardDetailsRoutes } from './reports/guard-details/guard-details.routes.ts';
import { incidentRoutes } from './patrol/incidents/incidents.routes.ts';
import { exceptionRoutes } from './patrol/exceptions/exceptions.routes.ts';
import {
  notificationRoutes,
  type NotificationSettings,
} from './company/notifications/notifications.routes.ts';
import { liveBoardRoutes } from './reports/live-board/live-board.routes.ts';
import { loginLogoutRoutes } from './reports/login-logout/login-logout.routes.ts';
import { listPreferencesRoutes } from './company/list-preferences/list-preferences.routes.ts';
import { infoPagesRoutes } from './company/info-pages/info-pages.routes.ts';
import { patrolRouteRoutes } from './records/patrol-routes/patrol-routes.routes.ts';
import { profileRoutes } from './accounts/profile/profile.routes.ts';
import { pushRoutes, type PushSettings } from './company/push/push.routes.ts';
import { sentMailRoutes, type SentMailSettings } from './company/sent-mail/sent-mail.routes.ts';
import type { SignInProviderSettings } from './accounts/sign-in-providers/provider-settings.ts';
import { signInProviderRoutes } from './accounts/sign-in-providers/sign-in-providers.routes.ts';
import { sessionRoutes, type SessionSettings } from './accounts/session/session.routes.ts';
import { viewSession } from './accounts/session/session.service.ts';
import type { PasskeySettings } from './accounts/sign-in-factors/second-step.routes.ts';
import { signInFactorRoutes } from './accounts/sign-in-factors/sign-in-factors.routes.ts';
import {
  roundRemarkRoutes,
  scannedCheckpointsRoutes,
} from './reports/scanned-checkpoints/scanned-checkpoints.routes.ts';
import { personalDataRoutes } from './lifecycle/personal-data/personal-data.routes.ts';
import { retentionRoutes } from './lifecycle/retention/retention.routes.ts';
import { scheduledReportRoutes } from './reports/scheduled-reports/scheduled-reports.routes.ts';
import { shiftRoutes } from './records/shifts/shifts.routes.ts';
import { tourRoutes } from './patrol/tours/tours.routes.ts';
import { floorPlanRoutes } from './records/sites/floor-plans.routes.ts';
import { postRoutes } from './records/sites/posts.routes.ts';
import { placeRoutes, type PlaceSettings } from './records/sites/places.routes.ts';
import { siteLogoRoutes } from './records/sites/site-logos.routes.ts';
import { siteRoutes } from './records/sites/sites.routes.ts';
import { subAdminAccessRoutes } from './company/sub-admin-access/sub-admin-access.routes.ts';
import { tenantLogoRoutes } from './company/tenant-logo/tenant-logo.routes.ts';
import { tenantSettingsRoutes } from './company/tenant-settings/tenant-settings.routes.ts';
import { checkpointScreenRoutes } from './records/checkpoints/checkpoint-screens.routes.ts';
import { trustSettingsRoutes } from './patrol/trust/trust-settings.routes.ts';
import { allEndpoints } from '@watchpost/contract/all-endpoints';
import { registerApiPages } from './platform/http/api-pages.ts';
import { AppError } from './platform/http/app-error.ts';
import { answerBrokenRequest } from './platform/http/broken-request.ts';
import { endConnectionsOnClose } from './platform/http/closing.ts';
import { registerConsole } from './platform/http/console-pages.ts';
import { sendError, sendUnreadable } from './platform/http/error-reply.ts';
import { refuseRemoteDemo } from './platform/http/demo-on-machine.ts';
import { registerDisplayPages } from './platform/http/display-pages.ts';
import { registerGuardPages } from './platform/http/guard-pages.ts';
import { registerHealth } from './platform/http/health.ts';
import { parseJsonBody } from './platform/http/json-body.ts';
import { Addresses, refusal } from './platform/http/other-methods.ts';
import { registerRoutes } from './platform/http/register.ts';
import { noCompilers } from './platform/http/reply-schema.ts';
import { RequestLog } from './platform/http/request-log.ts';
import { fromReplica, type Route } from './platform/http/route.ts';
import { rememberAskers } from './platform/http/security-events.ts';
import { setSecurityHeaders } from './platform/http/security-headers.ts';
import { refuseWritesWithoutSpace } from './platform/http/full-disk.ts';
import { endSlowConnections, slowestRequests } from './platform/http/slow-connections.ts';
import { mapRoutes, type MapsOfApp } from './company/maps/maps.routes.ts';
import { mailConsentRoutes } from './company/mail-consents/mail-consents.routes.ts';
import { importRoutes } from './records/record-imports/record-imports.routes.ts';

export interface AppDependencies
  extends SessionSettings,
    PasskeySettings,
    AccountSettings,
    NotificationSettings,
    SentMailSettings,
    SignInProviderSettings,
    FileSettings,
    PlaceSettings,
    MapsOfApp,
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
  readonly hasDiskSpace?: () => boolean;
  /** How much an account may ask for; without limit when it is left out. */
  readonly accountLimits?: AccountLimitSettings;
  /** How much the phones of a guard may hand in; without limit when it is left out. */
  readonly fieldLimits?: FieldLimitSettings;
  /** Counts or traces what is answered. */
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
  MapsOfApp &
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
  ...mapRoutes(settings),
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
  ...guardDetailsRoutes(),
  ...personalDataRoutes(settings),
  ...deviceRoutes(settings),
  ...importRoutes(guardImport),
  ...importRoutes(checkpointImport),
  ...incidentRoutes(settings),
];

/** Endpoints of what happens in the field, and of its notifications. */
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
  if (dependencies.isDemo) refuseRemoteDemo(app);
  dependencies.watchRequests?.(app);
  if (dependencies.hasDiskSpace !== undefined) refuseWritesWithoutSpace(app, dependencies.hasDiskSpace);
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
