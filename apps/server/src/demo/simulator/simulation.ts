// A simulation from sign-in to the way home.
import { randomUUID } from 'node:crypto';
import { setMaxListeners } from 'node:events';
import type { FieldPlan } from '@watchpost/contract/field';
import { publicKeyOf } from '@watchpost/domain/evidence/signatures';
import type { CheckpointCodes } from '../patrol-model/checkpoint-code.ts';
import { Random } from '../patrol-model/random.ts';
import { readCodes } from './console-codes.ts';
import { FieldClient, FieldClientError } from './field-client.ts';
import { playScript } from './guard-device.ts';
import { guardScript } from './guard-script.ts';
import type { SimulateOptions } from './options.ts';
import { signScript, simulatedKey } from './signed-script.ts';
import { Tally, type Summary } from './tally.ts';

export interface SimulationHooks {
  /** Aborted: everyone ends round and duty and goes home. */
  readonly signal?: AbortSignal;
  readonly onProgress?: (summary: Summary) => void;
}

const dayMs = 86_400_000;
const progressEveryMs = 1_000;
/** Simulated length of a run in which each guard walks one round. */
const onceMs = 3_600_000;
const signInsAtOnce = 4;

/**
 * Walks the guards of a tenant over the HTTP API. Rejects with FieldClientError when a guard cannot sign in or the
 * server does not answer at the start; what fails later is counted.
 */
export async function simulate(options: SimulateOptions, hooks: SimulationHooks = {}): Promise<Summary> {
  const tally = new Tally();
  const run = options.run ?? randomUUID();
  const devices = await signInAll(options, run, tally);
  const lengthMs = options.isOnce ? onceMs : options.minutes * 60_000 * options.speed;
  const beganMs = Date.now();
  const fromMs = options.fromMs ?? beginning(options, lengthMs, beganMs);
  const nowMs = () => fromMs + (Date.now() - beganMs) * options.speed;
  const signal = hooks.signal ?? new AbortController().signal;
  // One listener for each guard.
  setMaxListeners(0, signal);
  const progress = setInterval(() => hooks.onProgress?.(tally), progressEveryMs);
  try {
    const walkers = await Promise.all(
      devices.map(async (device) => ({ ...device, plan: await device.client.plan() })),
    );
    const codes = await codesOf(options, walkers, tally);
    await Promise.all(
      walkers.map(async ({ client, employeeId, keys, plan }) => {
        const { seed, isOnce, speed } = options;
        const key = [seed, run, employeeId];
        const toMs = Math.round(fromMs + lengthMs);
        if (plan.routes.length === 0) tally.note(`${employeeId} has no route to walk.`);
        const walked = guardScript(plan, { seed, run, employeeId, fromMs, toMs, isOnce, codes });
        const signed = await signScript(keys, walked);
        const signAfter = options.run === null ? signed.signAfter : null;
        await playScript(client, signed.script, { speed, nowMs, key, signal, signAfter }, tally);
        await client.signOut();
      }),
    );
  } finally {
    clearInterval(progress);
  }
  return tally;
}

/** A new run ends about now; a named one begins where a repetition on the same day begins too. */
function beginning(options: SimulateOptions, lengthMs: number, nowMs: number): number {
  if (options.run === null) return Math.round(nowMs - lengthMs * (1 - 1 / options.speed));
  return (Math.floor(nowMs / dayMs) - Math.ceil(lengthMs / dayMs)) * dayMs;
}

/** What hangs at the checkpoints of the plans; empty where no one may tell, so that scans are sent without a code. */
async function codesOf(
  options: SimulateOptions,
  walkers: readonly { readonly plan: FieldPlan }[],
  tally: Tally,
): Promise<ReadonlyMap<string, CheckpointCodes>> {
  if (options.console === null) return new Map();
  const ids = walkers.flatMap(({ plan }) =>
    plan.routes.flatMap(({ checkpoints }) => checkpoints.map(({ checkpointId }) => checkpointId)),
  );
  const codes = await readCodes(options, options.console, ids);
  if (codes === null) tally.note(`${options.console.email} cannot sign in: scans are sent without codes.`);
  return codes ?? new Map();
}

interface Device {
  readonly employeeId: string;
  readonly client: FieldClient;
  readonly keys: CryptoKeyPair;
}

async function signInAll(options: SimulateOptions, run: string, tally: Tally): Promise<Device[]> {
  const devices: Device[] = [];
  const waiting = Array.from(
    { length: options.guards },
    (_, index) => `EMP${String(index + 1).padStart(3, '0')}`,
  );
  const signInNext = async (): Promise<void> => {
    for (let employeeId = waiting.shift(); employeeId !== undefined; employeeId = waiting.shift()) {
      try {
        const keys = await simulatedKey(options.seed, run, employeeId);
        const publicKey = await publicKeyOf(keys.publicKey);
        devices.push({ employeeId, client: await signIn(options, employeeId, publicKey, tally), keys });
        tally.guards += 1;
      } catch (error) {
        waiting.length = 0;
        throw error;
      }
    }
  };
  // Nothing is left under way when this fails.
  const outcomes = await Promise.allSettled(Array.from({ length: signInsAtOnce }, signInNext));
  const failed = outcomes.find((outcome) => outcome.status === 'rejected');
  if (failed !== undefined) throw failed.reason;
  return devices;
}

async function signIn(
  options: SimulateOptions,
  employeeId: string,
  publicKey: string,
  tally: Tally,
): Promise<FieldClient> {
  const client = new FieldClient({
    url: options.url,
    tenant: options.tenant,
    employeeId,
    secret: options.secret,
    // Made once by a phone and kept, whatever run this is.
    deviceId: new Random(options.seed, 'device', employeeId).uuidV7(Date.UTC(2026, 0, 1)),
    publicKey,
    onRetry: () => (tally.retried += 1),
  });
  try {
    await client.signIn();
  } catch (error) {
    if (!(error instanceof FieldClientError)) throw error;
    throw new FieldClientError(reasonOf(error, options, employeeId, tally.guards), error.status);
  }
  return client;
}

function reasonOf(
  error: FieldClientError,
  options: SimulateOptions,
  employeeId: string,
  signedIn: number,
): string {
  if (error.status === 404) return `There is no tenant ${options.tenant} at ${options.url}.`;
  const hint = error.status === 401 && signedIn > 0 ? ` ${signedIn} others could: ask for fewer guards.` : '';
  return `${employeeId} cannot sign in: ${error.message}${hint}`;
}
