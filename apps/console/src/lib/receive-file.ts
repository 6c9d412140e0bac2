// Reads a file out of a reply bit by bit, telling how far it is.

export interface DownloadProgress {
  readonly receivedBytes: number;
  /** Null while the server does not know it, as with a streamed export. */
  readonly totalBytes: number | null;
}

/** The name in a Content-Disposition header, folders and control characters taken off; undefined when there is none. */
export function fileNameIn(disposition: string | null): string | undefined {
  if (disposition === null) return undefined;
  const encoded = /filename\*\s*=\s*UTF-8''([^;]+)/i.exec(disposition)?.[1];
  const plain = /filename\s*=\s*(?:"((?:[^"\\]|\\.)*)"|([^;]+))/i.exec(disposition);
  const name = decoded(encoded) ?? plain?.[1]?.replaceAll(/\\(.)/g, '$1') ?? plain?.[2];
  const clean = name?.replaceAll(/[\p{Cc}/\\]/gu, ' ').trim();
  return clean === '' ? undefined : clean;
}

function decoded(text: string | undefined): string | undefined {
  try {
    return text === undefined ? undefined : decodeURIComponent(text.trim());
  } catch {
    return undefined;
  }
}

export async function receiveFile(
  response: Response,
  onProgress?: (progress: DownloadProgress) => void,
): Promise<{ blob: Blob; name: string | undefined }> {
  const length = Number(response.headers.get('Content-Length') ?? '');
  // A compressed reply's length is not that of the file.
  const isExact = Number.isFinite(length) && length > 0 && response.headers.get('Content-Encoding') === null;
  const totalBytes = isExact ? length : null;
  let receivedBytes = 0;
  const counter = new TransformStream<Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>>({
    transform(chunk, controller) {
      receivedBytes += chunk.byteLength;
      onProgress?.({ receivedBytes, totalBytes });
      controller.enqueue(chunk);
    },
  });
  const type = response.headers.get('Content-Type') ?? 'application/octet-stream';
  // The browser keeps a response's blob on disk when it is large, so the export's size does not bind memory.
  const counted = new Response(response.body?.pipeThrough(counter) ?? null, {
    headers: { 'Content-Type': type },
  });
  return { blob: await counted.blob(), name: fileNameIn(response.headers.get('Content-Disposition')) };
}
