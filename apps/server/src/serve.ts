// Composition root: settings -> dependencies -> listen -> leave cleanly. Loaded while the database comes up (main.ts).
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { accountLimits } from './platform/access/account-limits.ts';
import { fieldLimits } from './platform/access/field-limits.ts';
import { openBreachedPasswords } from './platform/access/breached-passwords.ts';
import { readServerSecret, type ServerSecret } from './platform/access/server-secret.ts';
import type { FileStore } from './platform/adapters/files/file-store.ts';
import { diskFiles } from './platform/adapters/files/disk-files.ts';
import { s3Files } from './platform/adapters/files/s3-files.ts';
import { makeGeocoder } from './platform/adapters/geocoder/geocoder.ts';
import { pushHosts } from './platform/adapters/push/push-hosts.ts';
import { pushService } from './platform/adapters/push/push-service.ts';
import type { TimeStampAuthority } from './platform/adapters/time-stamps/time-stamp-authority.ts';
import { allJobs } from './all-jobs.ts';
import { type AppDependencies, buildApp } from './app.ts';
import { requireDataFolder } from './platform/db/data-folder.ts';
import type { EmbeddedPostgres } from './platform/db/embedded/embedded-postgres.ts';
import { type JobWorker, startJobWorker, type Tasks } from './platform/db/job-worker.ts';
import { openStore, type Store } from './platform/db/open-store.ts';
import { demoEmployeeId, demoPassword, demoSignIns, demoSlug } from './accounts/sign-in/demo-sign-ins.ts';
import { seedDemo } from './demo/seed-demo.ts';
import { consoleFolder, EnvError, guardFolder, type Env, mapsFolder, verificationPage } from './env.ts';
import { isSecretOfDatabase, makePushKeys } from './company/push/push-keys.queries.ts';
import { insertExceptions } from './demo/demo-exceptions.queries.ts';
import { hasTenant } from './company/tenants/tenants.queries.ts';
import { judgePast } from './patrol/tours/judge-past.queries.ts';
import { logSecretsOf } from './patrol/evidence/log-keys.ts';
import { watchClock } from './platform/db/clock-jumps.ts';
import { checkStoredHeads } from './patrol/evidence/seal-logs.queries.ts';
import { makeSealing, type Sealing } from './patrol/evidence/sealing.ts';
import { storedHeadsFolder } from './patrol/evidence/stored-heads.ts';
import { explainListenFault } from './platform/http/listen-faults.ts';
import { moreHandles } from './platform/http/more-handles.ts';
import { worksOf } from './platform/jobs/job.ts';
import { resealStored } from './reseal-stored-secrets.ts';
import { openMaps } from './platform/maps/maps.ts';
import { outboxTransport, smtpTransport } from './platform/mail/mail-transport.ts';
import { openTimeStamps } from './open-time-stamps.ts';
import type { TracingSettings } from './platform/tracing/tracing-settings.ts';
import { tryServices } from './try-services.ts';

/** So far back the demo knows which rounds were due. */
const demoDuesMs = 30 * 86_400_000;

export interface Begun {
  /** The embedded database on its way; null where the settings name a server. */
  readonly postgres: Promise<EmbeddedPostgres> | null;
  readonly onError: (error: Error) => void;
}

/** Rejects when it cannot serve, with what sentenceOf() puts into words. */
export async function serve(env: Env, { postgres, onError }: Begun): Promise<void> {
  if (env.databaseUrl !== null) await requireDataFolder(env);
  const tracing = env.tracing === null ? null : await trace(env.tracing);
  const timeStamps = await openTimeStamps(env.timeStamps);
  const breached = env.breachedPasswords === null ? null : await openBreachedPasswords(env.breachedPasswords);
  const store = await openStore(env, onError, postgres);
  for (const note of [...store.notes, ...env.plainConnections]) console.log(note);
  const files = env.s3 === null ? diskFiles(path.join(env.dataDir, 'files')) : s3Files(env.s3);
  if (env.isDemo) await seed(store, files);
  const addHandles = moreHandles(handlesBeside, waitingConnectionsMax);
  await noteLackingTenant(env, store);
  const secret = await secretOf(env, store);
  const sealing = sealingOf(env, secret);
  const metrics = await watch(env, store, sealing);
  const app = await buildApp({
    database: store.database,
    hasDiskSpace: () => store.room.hasRoom(),
    watchRequests: (server) => {
      tracing?.traceRequests(server, { takesParents: env.trustProxy > 0 });
      metrics?.watchRequests(server);
    },
    ...settingsOf(env),
    maps: await openMaps(env.maps, {
      folder: mapsFolder(),
      isDemo: env.isDemo,
      onProblem: (sentence) => console.error(sentence),
    }),
    files,
    secret,
    sealing,
    ...(breached === null ? {} : { breached }),
  });
  await listen(app, env);
  const url = addressOf(env, app.server.address());
  const wider = addHandles(app.server).catch(tellOneHandle);
  const watchTasks = (tasks: Tasks) => {
    const traced = tracing?.traceTasks(tasks) ?? tasks;
    return metrics?.watchTasks(traced) ?? traced;
  };
  const watching = { watchTasks, onClockJump: metrics?.countClockJump };
  const jobs = startJobs(env, store, { files, secret, sealing, url, timeStamps, ...watching });
  const leaving = new AbortController();
  const compared = checkStoredHeads(store.database, sealing, leaving.signal).catch((error: unknown) =>
    console.error(`the logs could not be compared with their stored heads: ${String(error)}`),
  );
  leaveOn(['SIGINT', 'SIGTERM', 'SIGHUP'], async () => {
    leaving.abort();
    await app.close();
    await compared;
    const haveEnded = await jobsEnded(await jobs);
    await metrics?.close();
    await Promise.all([tracing?.close(), store.close(haveEnded ? 'inOrder' : 'atOnce')]);
    await breached?.close();
  });
  announce(env, url);
  await Promise.all([jobs, wider]);
  void tryServices(env, (sentence) => console.error(sentence));
}

/** Settings of the app, from the environment. */
const settingsOf = (env: Env) =>
  ({
    logger: { level: env.logLevel, stream: process.stdout },
    trustProxy: env.trustProxy,
    consoleFolder: consoleFolder(),
    guardFolder: guardFolder(),
    verificationPage: verificationPage(),
    defaultTenant: env.defaultTenant,
    isDemo: env.isDemo,
    publicUrl: env.publicUrl,
    providerReach: env.providerReach,
    mailWay: env.smtpUrl === null ? 'outbox' : 'server',
    pushHosts: pushHosts(env.pushHosts),
    ...(env.hasAccountLimits ? { accountLimits, fieldLimits } : {}),
    ...(env.geocoder === null ? {} : { geocoder: makeGeocoder(env.geocoder) }),
  }) satisfies Partial<AppDependencies>;

/** Beyond them the system lets callers wait for seconds before they try again; here they are answered, be it with a refusal. */
const waitingConnectionsMax = 4_096;

async function listen(app: Awaited<ReturnType<typeof buildApp>>, { host, port }: Env): Promise<void> {
  try {
    await app.listen({ host, port, backlog: waitingConnectionsMax });
  } catch (error) {
    throw explainListenFault(error, { setting: 'PORT', host, port });
  }
}

/** Connections taken a turn of the event loop beside the first. */
const handlesBeside = 63;

/** It goes on with that where there can be no more. */
const tellOneHandle = (error: unknown) => console.error(`listening with one handle: ${String(error)}`);

/** What is sealed in the database opens with it from then on, and is sealed with the one in use. */
async function secretOf(env: Env, store: Store): Promise<ServerSecret> {
  const secret = await readServerSecret(env, env.dataDir);
  await compareSecrets(env, store, secret);
  await makePushKeys(store.database, secret);
  const resealed = await resealStored(store.owner, secret);
  if (resealed > 0) console.log(`Sealed again with the server secret in use: ${resealed}.`);
  return secret;
}

/** A server with a secret of its own would refuse what the others signed: codes, links and the log's keys. */
async function compareSecrets(env: Env, store: Store, secret: ServerSecret): Promise<void> {
  if (await isSecretOfDatabase(store.database, secret)) return;
  const sentence =
    'The database was set up with another server secret. Servers that share a database need the same SERVER_SECRET, or the same DATA_DIR. One that is to follow another has the former in FORMER_SERVER_SECRETS.';
  // Said in so many words: the one of before is lost.
  if (env.serverSecret !== null) return console.error(sentence);
  await store.close();
  throw new EnvError(`${sentence} If the former one is lost, set a new SERVER_SECRET on all servers.`);
}

function sealingOf(env: Env, secret: ServerSecret): Sealing {
  const sealing = makeSealing({
    secrets: logSecretsOf(env.evidenceSecrets, secret),
    folder: storedHeadsFolder(env.dataDir),
    onProblem: (sentence) => console.error(sentence),
  });
  watchClock((jumpMs) => sealing.clock.takeJump(Date.now(), jumpMs));
  return sealing;
}

/** The SDK is loaded where it is asked for alone. */
async function trace(settings: TracingSettings) {
  const [{ startTracing }, { traceRequests }, { traceTasks }] = await Promise.all([
    import('./platform/tracing/start-tracing.ts'),
    import('./platform/tracing/trace-requests.ts'),
    import('./platform/tracing/trace-tasks.ts'),
  ]);
  const tracing = startTracing(settings, (sentence) => console.error(sentence));
  return { ...tracing, traceRequests, traceTasks };
}

/** Loaded where it is asked for alone. */
async function watch(env: Env, { database, dataDir }: Store, { alarms }: Sealing) {
  if (env.metricsPort === null) return null;
  const [{ makeMetrics }, { serveMetrics }] = await Promise.all([
    import('./platform/metrics/metrics.ts'),
    import('./platform/metrics/metrics-server.ts'),
  ]);
  const metrics = makeMetrics({ database, dataDir, alarms });
  const server = await serveMetrics(metrics, { host: env.host, port: env.metricsPort });
  return { ...metrics, close: () => server.close() };
}

interface JobSettings {
  readonly files: FileStore;
  readonly secret: ServerSecret;
  readonly sealing: Sealing;
  readonly url: string;
  readonly timeStamps: TimeStampAuthority | undefined;
  readonly watchTasks: (tasks: Tasks) => Tasks;
  readonly onClockJump: ((jumpMs: number) => void) | undefined;
}

async function startJobs(
  env: Env,
  { connection, database, room }: Store,
  { files, secret, sealing, url, timeStamps, watchTasks, onClockJump = () => {} }: JobSettings,
): Promise<JobWorker> {
  const transport =
    env.smtpUrl === null ? outboxTransport(path.join(env.dataDir, 'outbox')) : smtpTransport(env.smtpUrl);
  const base = env.publicUrl ?? url;
  const onProblem = (sentence: string) => console.error(sentence);
  const service = pushService(pushHosts(env.pushHosts));
  const handlers = allJobs({
    mail: { transport, files, fromAddress: env.mailFrom },
    secret,
    push: { service, subject: `mailto:${env.mailFrom}`, onProblem },
    sealing,
    timeStamps,
    onProblem,
    consoleUrl: (slug) => (slug === env.defaultTenant ? `${base}/` : `${base}/${slug}/`),
  });
  const { tasks, timetable } = worksOf(handlers, database);
  return startJobWorker({ connection, room, onProblem, onClockJump, tasks: watchTasks(tasks), timetable });
}

async function seed(store: Store, files: FileStore): Promise<void> {
  console.log('Preparing the demo company; the first time this takes some seconds.');
  const made = await seedDemo(store.owner, { files });
  if (made === null) return;
  const nowMs = Date.now();
  await judgePast(store.owner, made.tenantId, nowMs - demoDuesMs, nowMs);
  await insertExceptions(store.owner, made.tenantId, nowMs);
  console.log(`The demo company has ${made.rounds} rounds of the last 120 days.`);
}

/** Else the console of a new installation opens with a sign-in that no one can pass. */
async function noteLackingTenant({ defaultTenant }: Env, { owner }: Store): Promise<void> {
  if (await hasTenant(owner, defaultTenant)) return;
  console.log(
    `There is no tenant ${defaultTenant} yet: make one with "npm run tenant:create", and have DEFAULT_TENANT name it.`,
  );
}

function addressOf(env: Env, address: AddressInfo | string | null): string {
  const port = typeof address === 'object' && address !== null ? address.port : env.port;
  const host = env.host.includes(':') ? `[${env.host}]` : env.host;
  return `http://${host}:${port}`;
}

function announce(env: Env, url: string): void {
  console.log(`\nWatchpost is ready: ${url}/`);
  if (!env.isDemo) return;
  console.log(`\nDemo sign-ins (tenant ${demoSlug}), password of all: ${demoPassword}`);
  for (const { label, username } of demoSignIns) console.log(`  ${username.padEnd(20)} ${label}`);
  console.log(`  ${demoEmployeeId.padEnd(20)} Guard, for ${url}/guard/?company=${demoSlug}\n`);
}

/** As long as service managers give a server to stop, minus what the database needs (deploy/). */
const jobsEndWithinMs = 15_000;

/** A mail server may keep its caller waiting for minutes. What every job has stored holds, and it is run again. */
async function jobsEnded(jobs: JobWorker): Promise<boolean> {
  const haveEnded = await Promise.race([
    jobs.stop().then(() => true),
    delay(jobsEndWithinMs, false, { ref: false }),
  ]);
  if (!haveEnded)
    console.error(`Jobs under way did not end within ${jobsEndWithinMs / 1_000} s; they are run again.`);
  return haveEnded;
}

function leaveOn(signals: readonly NodeJS.Signals[], close: () => Promise<void>): void {
  let isLeaving = false;
  for (const signal of signals) {
    process.on(signal, () => {
      if (isLeaving) return;
      isLeaving = true;
      close().then(
        () => process.exit(0),
        (error: unknown) => {
          console.error(error);
          process.exit(1);
        },
      );
    });
  }
}
