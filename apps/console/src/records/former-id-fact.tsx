import { t } from '../lib/labels.ts';
import { Fact } from '../ui/display/facts.tsx';

interface FormerIdFactProps {
  readonly formerId: string | null | undefined;
}

/** The id that an imported record had where it comes from; nothing for one that was made here. */
export function FormerIdFact({ formerId }: FormerIdFactProps) {
  if (formerId === null || formerId === undefined) return null;
  return (
    <Fact label={t('records.formerId')}>
      <code>{formerId}</code>
    </Fact>
  );
}
