// Pairing a screen with a checkpoint and taking one out of use.
import type { CheckpointScreen } from '@watchpost/contract/checkpoint-screens';
import { useState } from 'react';
import { t } from '../../lib/labels.ts';
import { useAttempt } from '../../records/use-attempt.ts';
import { confirm } from '../../ui/overlays/confirm-store.ts';
import { endScreen, offerScreen } from './checkpoint-screens.api.ts';
import { checkpointArea } from './checkpoints.api.ts';

export interface Offer {
  readonly pairingCode: string;
  readonly endsAtMs: number;
}

export function useScreenChanges(checkpointId: string) {
  const { isBusy, attempt } = useAttempt(checkpointArea);
  const [offer, setOffer] = useState<Offer | null>(null);
  return {
    offer,
    isBusy,
    pair: () => attempt(async () => setOffer(await offerScreen(checkpointId))),
    end: async ({ id, serial }: CheckpointScreen) => {
      const isSure = await confirm({
        title: t('screens.endTitle'),
        message: t('screens.endQuestion', { serial }),
        yesLabel: t('screens.end'),
        noLabel: t('records.cancel'),
        isDangerous: true,
      });
      if (isSure) await attempt(() => endScreen(checkpointId, id));
    },
  };
}
