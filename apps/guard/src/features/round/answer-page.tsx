// The first scan of the round whose questions wait, such as after the phone was put away in between.
import { replaceWith } from '../../lib/screens.ts';
import type { OpenScan } from '../../outbox/briefing.ts';
import type { Owner } from '../../outbox/records.ts';
import { AnswerForm } from './answer-form.tsx';

export function AnswerPage({ owner, open }: { readonly owner: Owner; readonly open: OpenScan }) {
  const { scan, name, asked } = open;
  return (
    <AnswerForm
      key={scan.id}
      owner={owner}
      scanId={scan.id}
      checkpointId={scan.checkpointId}
      name={name}
      asked={asked}
      onDone={() => replaceWith('round')}
    />
  );
}
