import {
  getNotificationPreferences,
  listNotifications,
  markNotificationsRead,
  markNotificationsSeen,
  type NotificationPreference,
  saveNotificationPreferences,
} from '@watchpost/contract/notifications';
import { notificationPageSize } from '@watchpost/domain/limits';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { call } from '../../lib/api-client.ts';

/** `upTo` of the first page keeps the later ones steady, whatever comes in between. */
export const fetchPage = (offset: number, upTo: number | undefined, signal: AbortSignal) =>
  call(listNotifications, {
    query: { offset, limit: notificationPageSize, upTo },
    signal,
    explainedBy: 'caller',
  });

export const saveSeen = () => call(markNotificationsSeen, { explainedBy: 'caller' });

/** Marks one, or all without an id. */
export const saveRead = (id: string | null) =>
  call(markNotificationsRead, { body: { ids: id === null ? null : [id] }, explainedBy: 'caller' });

const preferencesKey = ['notification-preferences'];

export function usePreferences() {
  return useQuery({
    queryKey: preferencesKey,
    queryFn: ({ signal }) => call(getNotificationPreferences, { signal, explainedBy: 'caller' }),
    staleTime: 0,
  });
}

export function useSavePreferences() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (preferences: NotificationPreference[]) =>
      call(saveNotificationPreferences, { body: { preferences }, explainedBy: 'caller' }),
    onSuccess: (saved) => queryClient.setQueryData(preferencesKey, saved),
  });
}
