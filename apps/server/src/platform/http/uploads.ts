// Bodies that are forms with one file. Only endpoints that say so take them; all others keep refusing what is no JSON.
import multipart, { type MultipartFile } from '@fastify/multipart';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { uploadMaxBytes } from '@watchpost/domain/limits';
import { AppError, InvalidInput } from './app-error.ts';
import { UploadGarbage } from './upload-garbage.ts';

export interface UploadedFile {
  /** As the sender calls it; says nothing of what is in it. */
  readonly name: string;
  readonly bytes: Buffer;
}

/** Of the process, as its memory is. Collects where the server was started so that it can, as `npm start` does. */
const garbage = new UploadGarbage(() => globalThis.gc?.());

/** Calls `register` with an app whose routes take forms. */
export async function takeUploads(
  app: FastifyInstance,
  register: (scope: FastifyInstance) => void,
): Promise<void> {
  await app.register(async (scope) => {
    await scope.register(multipart, {
      limits: { fileSize: uploadMaxBytes, files: 1, fields: 1, parts: 2, headerPairs: 20, fieldSize: 1_000 },
    });
    // A turn later nothing refers to the request any more.
    scope.addHook('onResponse', async () => void setImmediate(() => garbage.collectWhenMuch()));
    register(scope);
  });
}

/** Most that reading the form can hold in memory. */
export function uploadBytesOf({ headers }: FastifyRequest): number {
  return Math.min(Number(headers['content-length'] ?? uploadMaxBytes), uploadMaxBytes);
}

/**
 * The one file of a request's form. Throws tooLarge beyond `maxBytes`, mediaType when the body is no form, InvalidInput
 * keyed `file` for every other form.
 */
export async function readUpload(request: FastifyRequest, maxBytes: number): Promise<UploadedFile> {
  const type = request.headers['content-type'] ?? '';
  if (!/^multipart\/form-data\s*;.*boundary=/i.test(type)) {
    throw new AppError('mediaType', { message: 'Send the file as multipart/form-data.' });
  }
  try {
    return await onlyFile(request, maxBytes);
  } catch (error) {
    // Anyone who is still sending reads no answer before the end.
    request.raw.unpipe();
    request.raw.resume();
    throw asRefusal(error);
  }
}

async function onlyFile(request: FastifyRequest, maxBytes: number): Promise<UploadedFile> {
  let file: UploadedFile | null = null;
  for await (const part of request.parts({ limits: { fileSize: maxBytes } })) {
    if (part.type !== 'file') {
      throw new InvalidInput({ [part.fieldname || 'file']: 'This is not known here. Leave it out.' });
    }
    file = { name: part.filename, bytes: await bytesOf(part, request, maxBytes) };
  }
  if (file === null || file.bytes.length === 0) throw new InvalidInput({ file: 'file_required' });
  return file;
}

/** Copied as they come: kept until the last has come, the pieces would take as much again, and go only with old garbage. */
async function bytesOf(
  { file }: MultipartFile,
  { headers }: FastifyRequest,
  maxBytes: number,
): Promise<Buffer> {
  // Of what is never written to, the system gives nothing.
  const bytes = Buffer.allocUnsafeSlow(Math.min(Number(headers['content-length'] ?? maxBytes), maxBytes));
  let length = 0;
  for await (const piece of file) {
    const copied = (piece as Buffer).copy(bytes, length);
    garbage.note(copied);
    length += copied;
  }
  if (file.truncated) throw new AppError('tooLarge');
  return bytes.subarray(0, length);
}

function asRefusal(error: unknown): Error {
  if (error instanceof InvalidInput || error instanceof AppError) return error;
  const code = error instanceof Error && 'code' in error ? error.code : null;
  if (code === 'FST_REQ_FILE_TOO_LARGE') return new AppError('tooLarge');
  if (code === 'FST_FILES_LIMIT' || code === 'FST_PARTS_LIMIT' || code === 'FST_FIELDS_LIMIT') {
    return new InvalidInput({ file: 'Send one file and nothing else.' });
  }
  return new InvalidInput({ file: 'The form is not well formed.' });
}
