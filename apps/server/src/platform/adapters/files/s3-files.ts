import { AwsClient } from 'aws4fetch';
import { checkKey, type FileStore, isKey } from './file-store.ts';

export interface S3Settings {
  /** E.g. https://s3.eu-central-1.amazonaws.com; the bucket is part of the path, which every service takes. */
  readonly endpoint: string;
  readonly bucket: string;
  readonly region: string;
  readonly accessKey: string;
  readonly secretKey: string;
}

const answerLimitMs = 20_000;
/** Signed requests go where the operator said, and nowhere that an answer names. */
const bounds = () => ({ redirect: 'error', signal: AbortSignal.timeout(answerLimitMs) }) as const;

/** Keeps files in a bucket that exists already. Throws when the service refuses or cannot be reached. */
export function s3Files(settings: S3Settings): FileStore {
  const { send, page } = requestsOf(settings);
  return {
    async put(key, bytes, mediaType) {
      // A copy of the exact bytes: a Buffer may be a window into a larger piece of memory.
      const body = new Uint8Array(bytes);
      const response = await send(key, 'PUT', { body, headers: { 'Content-Type': mediaType } });
      await response.body?.cancel();
    },

    async get(key) {
      const response = await send(key, 'GET');
      if (response.ok) return Buffer.from(await response.arrayBuffer());
      // A missing bucket is a wrong setting, not a missing file.
      const reason = await reasonOf(response);
      if (reason.includes('NoSuchBucket'))
        throw new Error(`the file service has no bucket ${settings.bucket}`);
      return null;
    },

    async delete(key) {
      const response = await send(key, 'DELETE');
      await response.body?.cancel();
    },

    async *list() {
      for (let token: string | null = null; ; ) {
        const text = await page(token);
        // Keys and tokens hold nothing that XML would escape; what others keep in the bucket is not ours.
        for (const [, key = ''] of text.matchAll(/<Key>([^<]*)<\/Key>/g)) if (isKey(key)) yield key;
        token = /<NextContinuationToken>([^<]*)</.exec(text)?.[1] ?? null;
        if (token === null) return;
      }
    },
  };
}

/** Tries again `retries` times where the service is busy or not well. */
export const signingClient = ({ region, accessKey, secretKey }: S3Settings, retries: number): AwsClient =>
  new AwsClient({ accessKeyId: accessKey, secretAccessKey: secretKey, service: 's3', region, retries });

export const bucketAddress = ({ endpoint, bucket }: S3Settings): string =>
  `${endpoint.replace(/\/+$/, '')}/${encodeURIComponent(bucket)}`;

function requestsOf(settings: S3Settings) {
  const client = signingClient(settings, 2);
  const base = bucketAddress(settings);
  return {
    /** Resolves with what was done, or with a 404 of what was looked for. */
    send: async (key: string, method: string, more: RequestInit = {}): Promise<Response> => {
      const response = await client.fetch(`${base}/${checkKey(key)}`, { ...more, method, ...bounds() });
      if (response.ok || (response.status === 404 && method !== 'PUT')) return response;
      throw await refusal(method, response);
    },

    /** One page of the bucket's list, as the service tells it. */
    page: async (token: string | null): Promise<string> => {
      const query = new URLSearchParams({ 'list-type': '2' });
      if (token !== null) query.set('continuation-token', token);
      const response = await client.fetch(`${base}?${query}`, bounds());
      if (!response.ok) throw await refusal('a list', response);
      return response.text();
    },
  };
}

async function refusal(what: string, response: Response): Promise<Error> {
  return new Error(`the file service answered ${what} with ${response.status}: ${await reasonOf(response)}`);
}

async function reasonOf(response: Response): Promise<string> {
  return (await response.text()).slice(0, 300);
}
