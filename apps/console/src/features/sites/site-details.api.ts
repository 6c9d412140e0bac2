import { getSiteDetails } from '@watchpost/contract/site-details';
import { resetSignInFactors } from '@watchpost/contract/sign-in-factors';
import {
  invitationFields,
  inviteSubAdmin,
  listSubAdmins,
  removeSubAdmin,
  resendInvitation,
  sendPasswordReset,
  setSubAdminStatus,
  subAdminNames,
  updateSubAdmin,
} from '@watchpost/contract/sub-admins';
import { useQuery } from '@tanstack/react-query';
import * as z from 'zod/mini';
import { call } from '../../lib/api-client.ts';
import { siteArea } from './sites.api.ts';

const explainedBy = 'caller';

export function useSiteDetails(id: string) {
  return useQuery({
    queryKey: [siteArea, 'details', id],
    queryFn: ({ signal }) => call(getSiteDetails, { params: { id }, signal, explainedBy }),
    staleTime: 0,
    retry: false,
  });
}

export const subAdminsKey = (siteId: string) => [siteArea, 'sub-admins', siteId];

export function useSubAdmins(siteId: string) {
  return useQuery({
    queryKey: subAdminsKey(siteId),
    queryFn: ({ signal }) => call(listSubAdmins, { params: { id: siteId }, signal, explainedBy }),
    staleTime: 0,
    retry: false,
  });
}

export const invitationSchema = z.strictObject(invitationFields);
export const namesSchema = z.strictObject(subAdminNames);

export const invite = (id: string, body: z.output<typeof invitationSchema>) =>
  call(inviteSubAdmin, { params: { id }, body, explainedBy });
export const rename = (userId: string, body: z.output<typeof namesSchema>) =>
  call(updateSubAdmin, { params: { userId }, body, explainedBy });
export const inviteAgain = (userId: string) => call(resendInvitation, { params: { userId }, explainedBy });
export const mailReset = (userId: string) => call(sendPasswordReset, { params: { userId }, explainedBy });
export const setStatus = (userId: string, activated: boolean) =>
  call(setSubAdminStatus, { params: { userId }, body: { activated }, explainedBy });
export const remove = (userId: string) => call(removeSubAdmin, { params: { userId }, explainedBy });
export const resetSteps = (userId: string) => call(resetSignInFactors, { params: { userId }, explainedBy });
