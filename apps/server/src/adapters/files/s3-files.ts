import { AwsClient } from 'aws4fetch';
import { checkKey, type FileStore } from './file-store.ts';

export interface S3Settings {
  /** E.g. https://s3.eu-central-1.amazonaws.com; the bucket is part of the path, which every service takes. */
  readonly endpoint: string;
  readonly bucket: string;
  readonly region: string;
  readonly accessKey: string;
  readonly secretKey: string;
}

const answerLimitMs = 20_000;

/** Keeps files in a bucket that exists already. Throws when the service refuses or cannot be reached. */
export function s3Files(settings: S3Settings): FileStore {
  const client = new AwsClient({
    accessKeyId: settings.accessKey,
    secretAccessKey: settings.secretKey,
    service: 's3',
    region: settings.region,
    retries: 2,
  });
  const base = `${settings.endpoint.replace(/\/+$/, '')}/${encodeURIComponent(settings.bucket)}`;

  async function send(key: string, method: string, more: RequestInit = {}): Promise<Response> {
    const signal = AbortSignal.timeout(answerLimitMs);
    const response = await client.fetch(`${base}/${checkKey(key)}`, { ...more, method, signal });
    if (response.ok || (response.status === 404 && method !== 'PUT')) return response;
    throw new Error(
      `the file service answered ${method} with ${response.status}: ${await reasonOf(response)}`,
    );
  }

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
  };
}

async function reasonOf(response: Response): Promise<string> {
  return (await response.text()).slice(0, 300);
}
