import type { BodyOf } from '@watchpost/contract/endpoint';
import { updateProfile } from '@watchpost/contract/profile';
import type { UserDetails } from '@watchpost/contract/session';
import { call } from '../../lib/api-client.ts';

export async function saveProfile(body: BodyOf<typeof updateProfile>): Promise<UserDetails> {
  const { results } = await call(updateProfile, { body, explainedBy: 'caller' });
  return results.user;
}
