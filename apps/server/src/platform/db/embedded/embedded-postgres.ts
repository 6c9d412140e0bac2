// The database that comes with the product: a real PostgreSQL, run and looked after by this process.
import path from 'node:path';
import { prepareBinaries } from './binaries.ts';
import { ensureCluster, readOrCreatePassword, SUPERUSER } from './cluster.ts';
import { placeData, type Placement } from './data-placement.ts';
import { explainFault } from './embedded-postgres-error.ts';
import { prepareListenAddress, removeShortSocketFolder } from './listen-address.ts';
import { takeOwnerLock, type OwnerLock } from './owner-lock.ts';
import { launchServer, requestStop, stopServer, type Launch } from './server-launch.ts';
import { superviseServer, type Report } from './server-supervision.ts';
import { makePrivateFolder } from './server-user.ts';
import { whenLeaving } from './when-leaving.ts';

export interface EmbeddedPostgres {
  /** Settings for `pg` of the cluster's superuser. On Unix `host` is the socket's folder and there is no TCP. They stay valid over restarts. */
  readonly connection: { host: string; port: number; user: string; password?: string; database: string };
  /** Where the data really is; may differ from the wish when run as root. */
  readonly dataDir: string;
  /** Process id of the server as it runs now. */
  readonly pid: number;
  /** Sentences worth telling the operator. */
  readonly notes: readonly string[];
  /** Was it left running by an owner that was killed? */
  readonly wasReused: boolean;
  /** Fast shutdown; resolves when the server is gone. Close the pools first. */
  stop(): Promise<void>;
}

export interface EmbeddedPostgresOptions {
  /** Created when missing. One process at a time may use it. */
  readonly dataDir: string;
  /** PostgreSQL settings over the defaults of server-settings.ts. */
  readonly settings?: Readonly<Record<string, string>>;
  /** Start the server again when it dies (default true). */
  readonly supervise?: boolean;
  /** Hears of a server that died and came back, a sentence each; default: no one. */
  readonly onIncident?: Report;
}

async function prepare(
  placement: Placement,
  settings: Launch['settings'],
): Promise<{ launch: Launch; notes: string[]; password: string | undefined }> {
  const { dataDir, user } = placement;
  const { binaries, notes } = prepareBinaries(dataDir, user);
  const address = await prepareListenAddress(placement);
  const password = address.socket === undefined ? readOrCreatePassword(dataDir) : undefined;
  const logDir = path.join(dataDir, 'log');
  makePrivateFolder(logDir, user);
  const clusterDir = await ensureCluster(placement, binaries);
  const places = { clusterDir, logDir, address };
  return { launch: { placement, binaries, places, settings }, notes, password };
}

async function startOwned(
  placement: Placement,
  lock: OwnerLock,
  options: EmbeddedPostgresOptions,
): Promise<EmbeddedPostgres> {
  const { launch, notes, password } = await prepare(placement, options.settings ?? {});
  const { address } = launch.places;
  const first = await launchServer(launch, new AbortController().signal);
  const supervision =
    (options.supervise ?? true)
      ? superviseServer(
          first,
          (signal) => launchServer(launch, signal),
          options.onIncident ?? (() => undefined),
        )
      : undefined;
  const current = () => supervision?.current() ?? first;

  // When this process leaves without stop(), the server goes with it.
  const stay = whenLeaving(() => {
    requestStop(current().pid);
    lock.release();
  });

  async function stopOnce(): Promise<void> {
    await supervision?.end();
    await stopServer(current().pid, launch);
    stay();
    removeShortSocketFolder(address, placement.dataDir);
    lock.release();
  }
  let stopped: Promise<void> | undefined;

  const reuse = first.wasReused
    ? [`The database server of a killed run was still there (pid ${first.pid}); it is used on.`]
    : [];
  return {
    connection: { host: address.host, port: address.port, user: SUPERUSER, password, database: 'postgres' },
    dataDir: placement.dataDir,
    get pid() {
      return current().pid;
    },
    notes: [...placement.notes, ...notes, ...reuse],
    wasReused: first.wasReused,
    stop: () => (stopped ??= stopOnce()),
  };
}

/**
 * Starts the embedded PostgreSQL of a data folder and keeps it running.
 * @throws EmbeddedPostgresError whose message says what is wrong and what to do: another process uses the folder, the
 * disk is full, the machine cannot run it ...
 */
export async function startEmbeddedPostgres(options: EmbeddedPostgresOptions): Promise<EmbeddedPostgres> {
  let lock: OwnerLock | undefined;
  try {
    const placement = placeData(path.resolve(options.dataDir));
    lock = await takeOwnerLock(placement.dataDir);
    return await startOwned(placement, lock, options);
  } catch (error) {
    lock?.release();
    throw explainFault(error, options.dataDir);
  }
}
