import { useState } from 'react';
import { t } from '../../lib/labels.ts';
import { toasts } from '../../ui/feedback/toasts.ts';

const waitMaxMs = 15_000;
/** A tenth of a metre. */
const decimals = 6;

/** Where whoever holds the device stands: they are often at the checkpoint that they describe. */
export function useOwnPosition(onFound: (latitude: string, longitude: string) => void) {
  const [isBusy, setIsBusy] = useState(false);
  const find = () => {
    setIsBusy(true);
    navigator.geolocation.getCurrentPosition(
      ({ coords }) => {
        setIsBusy(false);
        onFound(coords.latitude.toFixed(decimals), coords.longitude.toFixed(decimals));
        const metres = Math.round(coords.accuracy);
        toasts.success({ text: t('checkpoints.ownPositionFound', { metres }) });
      },
      () => {
        setIsBusy(false);
        toasts.error({ summary: t('error.summary'), text: t('checkpoints.ownPositionRefused') });
      },
      { enableHighAccuracy: true, timeout: waitMaxMs, maximumAge: 0 },
    );
  };
  return { isBusy, find };
}
