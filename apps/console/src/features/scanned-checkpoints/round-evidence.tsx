// Saves the file by which anybody can check that a round is as it was recorded.
import { useState } from 'react';
import { ApiError } from '../../lib/api-error.ts';
import { t } from '../../lib/labels.ts';
import { Button } from '../../ui/actions/button.tsx';
import { Card } from '../../ui/display/card.tsx';
import { toasts } from '../../ui/feedback/toasts.ts';
import { VerificationPageButton } from '../../reports/verification-page-button.tsx';
import { saveRoundEvidence, saveVerificationPage } from './scanned-checkpoints.api.ts';

export function RoundEvidence({ roundId }: { readonly roundId: string }) {
  const [isBusy, setIsBusy] = useState(false);
  const save = async () => {
    setIsBusy(true);
    try {
      await saveRoundEvidence(roundId);
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      toasts.error({ summary: t('error.summary'), text: error.message });
    } finally {
      setIsBusy(false);
    }
  };
  return (
    <Card
      title={t('round.evidence')}
      actions={
        <>
          <VerificationPageButton save={saveVerificationPage} />
          <Button variant="primary" disabled={isBusy} onClick={() => void save()}>
            {t('round.evidenceSave')}
          </Button>
        </>
      }
    >
      {t('round.evidenceWords')}
    </Card>
  );
}
