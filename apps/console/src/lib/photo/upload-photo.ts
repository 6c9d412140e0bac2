import { uploadFile } from '@watchpost/contract/files';
import { upload } from '../api-client.ts';

/** Id of the stored file. */
export async function uploadPhoto(blob: Blob, name: string): Promise<string> {
  const query = { purpose: 'profileImage' } as const;
  const { fileId } = await upload(uploadFile, { blob, name }, { query, explainedBy: 'caller' });
  return fileId;
}
