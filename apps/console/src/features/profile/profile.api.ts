import type { BodyOf } from '@watchpost/contract/endpoint';
import { uploadFile } from '@watchpost/contract/files';
import { updateProfile } from '@watchpost/contract/profile';
import type { UserDetails } from '@watchpost/contract/session';
import { call, upload } from '../../lib/api-client.ts';

/** Id of the stored file. */
export async function uploadPhoto(blob: Blob, name: string): Promise<string> {
  const query = { purpose: 'profileImage' } as const;
  const { fileId } = await upload(uploadFile, { blob, name }, { query, explainedBy: 'caller' });
  return fileId;
}

export async function saveProfile(body: BodyOf<typeof updateProfile>): Promise<UserDetails> {
  const { results } = await call(updateProfile, { body, explainedBy: 'caller' });
  return results.user;
}
