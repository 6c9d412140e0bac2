import {
  listCheckpointScreens,
  offerCheckpointScreen,
  revokeCheckpointScreen,
} from '@watchpost/contract/checkpoint-screens';
import { useQuery } from '@tanstack/react-query';
import { call } from '../../lib/api-client.ts';
import { checkpointArea } from './checkpoints.api.ts';

const explained = { explainedBy: 'caller' } as const;

export function useScreens(id: string) {
  return useQuery({
    queryKey: [checkpointArea, 'screens', id],
    queryFn: ({ signal }) => call(listCheckpointScreens, { params: { id }, signal, ...explained }),
  });
}

export const offerScreen = (id: string) => call(offerCheckpointScreen, { params: { id }, ...explained });

export const endScreen = (id: string, screenId: string) =>
  call(revokeCheckpointScreen, { params: { id, screenId }, ...explained });
