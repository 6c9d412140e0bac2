// The specification's generic helpers, for addresses outside the contract; screens use api-client.ts (API-06).
import { browserHttp } from './browser-http.ts';
import type { HttpMethod, HttpRequest, HttpSettings } from './http.ts';
import { sendRequest } from './http.ts';
import { receiveFile, type DownloadProgress } from './receive-file.ts';
import { saveFile } from './save-file.ts';

type Options = Pick<HttpRequest, 'query' | 'signal' | 'explainedBy'>;

export function createRest(settings: HttpSettings) {
  const send = (method: HttpMethod, path: string, rest: Partial<HttpRequest> = {}) =>
    sendRequest({ ...rest, method, path }, settings);
  /** The JSON of a reply; undefined when it has no body. */
  const json = async (pending: Promise<Response>): Promise<unknown> => {
    const text = await (await pending).text();
    return text === '' ? undefined : (JSON.parse(text) as unknown);
  };

  return {
    get: (path: string, options?: Options) => json(send('GET', path, options)),
    post: (path: string, body: unknown, options?: Options) => json(send('POST', path, { ...options, body })),
    put: (path: string, body: unknown, options?: Options) => json(send('PUT', path, { ...options, body })),
    delete: (path: string, options?: Options) => json(send('DELETE', path, options)),
    patch: (path: string, body: unknown, options?: Options) =>
      json(send('PATCH', path, { ...options, body })),
    head: async (path: string, options?: Options): Promise<Headers> =>
      (await send('HEAD', path, options)).headers,
    /** The methods that an address takes. */
    options: async (path: string, options?: Options): Promise<string[]> => {
      const allowed = (await send('OPTIONS', path, options)).headers.get('Allow') ?? '';
      return allowed.split(',').flatMap((method) => method.trim() || []);
    },
    /** With a key of the caller's own instead of the session; a 401 leads to authorize-failure. */
    getWithBearer: (path: string, bearerKey: string, options?: Options) =>
      json(send('GET', path, { ...options, bearerKey })),
    postWithBearer: (path: string, bearerKey: string, body: unknown, options?: Options) =>
      json(send('POST', path, { ...options, bearerKey, body })),
    /** Saves a spreadsheet, pdf or image under the name that the server gives it, else the one given here. */
    async saveAs(
      path: string,
      fallbackName: string,
      options?: Options & { readonly onProgress?: (progress: DownloadProgress) => void },
    ): Promise<void> {
      const response = await send('GET', path, { ...options, accept: '*/*' });
      const { blob, name } = await receiveFile(response, options?.onProgress);
      options?.signal?.throwIfAborted();
      saveFile(blob, name ?? fallbackName);
    },
  };
}

/** @public Screens use api-client.ts; this is for what the contract does not list. */
export const rest = createRest(browserHttp);
