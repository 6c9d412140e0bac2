// Whether the file service takes requests with the settings as they are; a wrong one would show at the first upload only.
import { networkFault } from '../external/network-faults.ts';
import { bucketAddress, type S3Settings, signingClient } from './s3-files.ts';

const answerLimitMs = 15_000;

/** No key of ours, so that a list of files passes it over where it could not be deleted. */
const trialName = 'write.trial';

interface Trial {
  readonly method: 'GET' | 'PUT' | 'DELETE';
  readonly path: string;
  /** What a key without that right may not do. */
  readonly deed: string;
}

const reading: Trial = { method: 'GET', path: '?list-type=2&max-keys=1', deed: 'list' };
const writing: readonly Trial[] = [
  { method: 'PUT', path: `/${trialName}`, deed: 'write into' },
  { method: 'DELETE', path: `/${trialName}`, deed: 'delete in' },
];

/** Asks for the bucket's list, which stores nothing. A sentence with the setting to change; null where nothing is wrong. */
export const findS3Fault = (settings: S3Settings): Promise<string | null> => faultOf(settings, reading);

/** The same, for anyone who will write: also stores a file of a few bytes and deletes it. */
export async function findS3WriteFault(settings: S3Settings): Promise<string | null> {
  for (const trial of [reading, ...writing]) {
    const fault = await faultOf(settings, trial);
    if (fault !== null) return fault;
  }
  return null;
}

async function faultOf(settings: S3Settings, trial: Trial): Promise<string | null> {
  let response: Response;
  try {
    response = await signingClient(settings, 0).fetch(`${bucketAddress(settings)}${trial.path}`, {
      method: trial.method,
      ...(trial.method === 'PUT' ? { body: trialName } : {}),
      redirect: 'manual',
      signal: AbortSignal.timeout(answerLimitMs),
    });
    if (response.ok) {
      await response.body?.cancel();
      return null;
    }
    return refusalOf(settings, trial, response.status, await response.text());
  } catch (error) {
    return connectionFault(settings, error);
  }
}

function connectionFault({ endpoint }: S3Settings, error: unknown): string {
  const { hostname, port, protocol } = new URL(endpoint);
  const code = codeOf(error);
  const location = {
    setting: 'FILES_S3_ENDPOINT',
    host: hostname,
    port: port || (protocol === 'http:' ? '80' : '443'),
    plainBeginning: 'http://',
  };
  return (
    networkFault(code, location) ??
    `FILES_S3_ENDPOINT: ${hostname} cannot be asked (${code}). Correct the address.`
  );
}

/** Of what lies under a failed fetch, of the first of several trials, or the error's name. */
function codeOf(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown';
  if ('code' in error && typeof error.code === 'string') return error.code;
  if (error instanceof AggregateError && error.errors.length > 0) return codeOf(error.errors[0]);
  return error.cause instanceof Error ? codeOf(error.cause) : error.name;
}

/** The codes that services answer with, as Amazon S3 names them. */
function refusalOf(
  { endpoint, bucket, region }: S3Settings,
  { method, deed }: Trial,
  status: number,
  text: string,
): string {
  const { host } = new URL(endpoint);
  const code = /<Code>(\w+)<\/Code>/.exec(text)?.[1] ?? '';
  const anotherRegion = `FILES_S3_REGION: ${host} takes no requests for region ${region} and bucket ${bucket}. Set the region of the bucket, and FILES_S3_ENDPOINT to the address of that region.`;
  const sentences: Readonly<Record<string, string>> = {
    NoSuchBucket: `FILES_S3_BUCKET: ${host} has no bucket ${bucket}. Make it, or correct the name.`,
    InvalidBucketName: `FILES_S3_BUCKET: ${bucket} is no name of a bucket. Correct it.`,
    InvalidAccessKeyId: `FILES_S3_ACCESS_KEY: ${host} does not know this key. Correct it, or make a new pair of keys.`,
    SignatureDoesNotMatch: `FILES_S3_SECRET_KEY: is not the one of FILES_S3_ACCESS_KEY. Correct it, or make a new pair of keys.`,
    AccessDenied: `FILES_S3_ACCESS_KEY: may not ${deed} the bucket ${bucket}. Let this key list it, and read, write and delete in it.`,
    AllAccessDisabled: `FILES_S3_BUCKET: ${host} has shut the bucket ${bucket}. Open it again, or choose another.`,
    RequestTimeTooSkewed: `FILES_S3_ENDPOINT: ${host} has another time of day. Set the clock of this machine.`,
    AuthorizationHeaderMalformed: anotherRegion,
    PermanentRedirect: anotherRegion,
    TemporaryRedirect: anotherRegion,
  };
  const sentence = sentences[code];
  if (sentence !== undefined) return sentence;
  if (status >= 300 && status < 400) return anotherRegion;
  const answered = [status, code].filter((part) => part !== '').join(' ');
  if (status >= 500 || status === 429)
    return `FILES_S3_ENDPOINT: ${host} cannot serve now (${answered}). Files can be neither stored nor read until it does.`;
  if (method !== 'GET')
    return `FILES_S3_BUCKET: ${host} lets no one ${deed} the bucket ${bucket} (${answered}). Make it one for writing, or choose another.`;
  return `FILES_S3_ENDPOINT: ${host} does not answer as an S3 service does (${answered}). Correct the address.`;
}
