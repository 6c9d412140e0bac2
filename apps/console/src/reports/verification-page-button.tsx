// Saves the page by which anybody checks an evidence file, wherever such a file is saved.
import { getVerificationPage } from '@watchpost/contract/evidence';
import { IconShieldCheck } from '@tabler/icons-react';
import { download } from '../lib/api-client.ts';
import { t } from '../lib/labels.ts';
import { Button } from '../ui/actions/button.tsx';
import { useSaving } from './use-saving.ts';

const save = () => download(getVerificationPage, { explainedBy: 'caller' });

export function VerificationPageButton() {
  const { isBusy, start } = useSaving(save);
  return (
    <Button icon={<IconShieldCheck size={18} aria-hidden />} disabled={isBusy} onClick={() => void start()}>
      {t('evidence.savePage')}
    </Button>
  );
}
