// Queries and saves of App Settings.
import {
  getEditedInfoPage,
  getInfoPageRevision,
  listInfoPageRevisions,
  restoreInfoPageRevision,
  saveInfoPage,
  type EditedPage,
} from '@watchpost/contract/info-pages';
import {
  getSubAdminAccess,
  saveSubAdminAccess,
  type SubAdminAccess,
} from '@watchpost/contract/sub-admin-access';
import {
  getTenantSettings,
  saveTenantSettings,
  type TenantSettingsReply,
} from '@watchpost/contract/tenant-settings';
import type { InfoPageId } from '@watchpost/domain/info-pages';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { call, type CallInput } from '../../lib/api-client.ts';
import { emitAppEvent } from '../../lib/app-events.ts';

const pageKey = (id: InfoPageId) => ['app-settings', 'page', id] as const;
const explained = { explainedBy: 'caller' } as const;
/** A form is filled once and then belongs to who edits it: nothing loads it again behind their back. */
const once = { staleTime: Number.POSITIVE_INFINITY, gcTime: 0, refetchOnReconnect: false } as const;

export function useEditedPage(id: InfoPageId) {
  return useQuery({
    queryKey: pageKey(id),
    queryFn: ({ signal }) => call(getEditedInfoPage, { params: { id }, signal, ...explained }),
    ...once,
  });
}

/** The page as it is stored now, past what this form was filled with. */
export const loadPage = (id: InfoPageId): Promise<EditedPage> =>
  call(getEditedInfoPage, { params: { id }, ...explained });

function usePageSaved(id: InfoPageId) {
  const client = useQueryClient();
  return (page: EditedPage) => {
    client.setQueryData(pageKey(id), page);
    void client.invalidateQueries({ queryKey: ['app-settings', 'history', id] });
    void client.invalidateQueries({ queryKey: ['info-page', id] });
  };
}

export function useSavePage(id: InfoPageId) {
  return useMutation({
    mutationFn: (body: { html: string; version: number }) =>
      call(saveInfoPage, { params: { id }, body, ...explained }),
    onSuccess: usePageSaved(id),
  });
}

export function useRestore(id: InfoPageId) {
  return useMutation({
    mutationFn: ({ revision, version }: { revision: number; version: number }) =>
      call(restoreInfoPageRevision, { params: { id, revision }, body: { version }, ...explained }),
    onSuccess: usePageSaved(id),
  });
}

export function useRevisions(id: InfoPageId) {
  return useQuery({
    queryKey: ['app-settings', 'history', id],
    queryFn: ({ signal }) => call(listInfoPageRevisions, { params: { id }, signal, ...explained }),
    staleTime: 0,
  });
}

export function useRevision(id: InfoPageId, revision: number) {
  return useQuery({
    queryKey: ['app-settings', 'revision', id, revision],
    queryFn: ({ signal }) => call(getInfoPageRevision, { params: { id, revision }, signal, ...explained }),
  });
}

const settingsKey = ['app-settings', 'tenant'] as const;

export function useTenantSettings() {
  return useQuery({
    queryKey: settingsKey,
    queryFn: ({ signal }) => call(getTenantSettings, { signal, ...explained }),
    ...once,
  });
}

export const loadTenantSettings = (): Promise<TenantSettingsReply> => call(getTenantSettings, explained);

export function useSaveTenantSettings() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: CallInput<typeof saveTenantSettings>['body']) =>
      call(saveTenantSettings, { body, ...explained }),
    onSuccess: (reply) => {
      client.setQueryData(settingsKey, reply);
      emitAppEvent('sessionStale', undefined);
    },
  });
}

const accessKey = ['app-settings', 'access'] as const;

export function useSubAdminAccess() {
  return useQuery({
    queryKey: accessKey,
    queryFn: ({ signal }) => call(getSubAdminAccess, { signal, ...explained }),
    ...once,
  });
}

export const loadSubAdminAccess = (): Promise<SubAdminAccess> => call(getSubAdminAccess, explained);

export function useSaveSubAdminAccess() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: CallInput<typeof saveSubAdminAccess>['body']) =>
      call(saveSubAdminAccess, { body, ...explained }),
    onSuccess: (reply) => client.setQueryData(accessKey, reply),
  });
}
