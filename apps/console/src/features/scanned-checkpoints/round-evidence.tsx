// Saves the file by which anybody can check that a round is as it was recorded.
import { t } from '../../lib/labels.ts';
import { Button } from '../../ui/actions/button.tsx';
import { Card } from '../../ui/display/card.tsx';
import { useSaving } from '../../reports/use-saving.ts';
import { VerificationPageButton } from '../../reports/verification-page-button.tsx';
import { saveRoundEvidence } from './scanned-checkpoints.api.ts';

export function RoundEvidence({ roundId }: { readonly roundId: string }) {
  const { isBusy, start } = useSaving(() => saveRoundEvidence(roundId));
  return (
    <Card
      title={t('round.evidence')}
      actions={
        <>
          <VerificationPageButton />
          <Button variant="primary" disabled={isBusy} onClick={() => void start()}>
            {t('round.evidenceSave')}
          </Button>
        </>
      }
    >
      {t('round.evidenceWords')}
    </Card>
  );
}
