import { IconCircle } from '@tabler/icons-react';
import { t } from '../../lib/labels.ts';
import { replaceWith } from '../../lib/screens.ts';
import { useCommand } from '../../lib/use-command.ts';
import { endRound } from '../../outbox/commands.ts';
import { openScans } from '../../outbox/briefing.ts';
import type { Phone } from '../../outbox/phone.ts';
import type { Owner } from '../../outbox/records.ts';
import { missingPoints, pointsOf } from '../../outbox/round-progress.ts';
import { countUnconfirmed } from '../../outbox/scan-statuses.ts';
import type { WalkedRound } from '../../outbox/shift.ts';
import { Button, ButtonLink } from '../../ui/button.tsx';
import controls from '../../ui/controls.module.css';
import { Notice } from '../../ui/notice.tsx';
import { Row } from '../../ui/row-button.tsx';
import { Screen } from '../../ui/screen.tsx';
import { AllScanned } from './all-scanned.tsx';

interface EndProps {
  readonly owner: Owner;
  readonly phone: Phone;
  readonly round: WalkedRound;
}

export function EndPage({ phone, owner, round }: EndProps) {
  const { shift } = phone;
  const command = useCommand();
  const missing = missingPoints(round);
  const total = pointsOf(round.route);
  const open = openScans(round);
  const unconfirmed = countUnconfirmed(round, phone);
  const [unanswered] = open;
  const isLacking = missing.length > 0 || unanswered !== undefined;
  const end = () =>
    command.run(
      () => endRound(owner, shift),
      () => replaceWith('home'),
    );
  return (
    <Screen
      title={t('end.title')}
      back={{ href: '#/round', label: t('back') }}
      actions={
        <>
          {command.fault !== null && <Notice tone="missed">{command.fault}</Notice>}
          {missing.length > 0 && (
            <ButtonLink href="#/round" kind="primary">
              {t('end.goOn')}
            </ButtonLink>
          )}
          {unanswered !== undefined && (
            <ButtonLink href="#/answer" kind={missing.length > 0 ? 'quiet' : 'primary'}>
              {t('answers.open', { name: unanswered.name })}
            </ButtonLink>
          )}
          <Button kind={isLacking ? 'quiet' : 'primary'} isBusy={command.isBusy} onPress={end}>
            {missing.length === 0 ? t('end.submit') : t('end.submitMissing', { count: missing.length })}
          </Button>
        </>
      }
    >
      <p>
        <strong>{round.route.routeName}</strong>
      </p>
      <p>{t('round.progress', { done: total - missing.length, total })}</p>
      {unanswered !== undefined && <Notice tone="late">{t('end.questions', { count: open.length })}</Notice>}
      {(missing.length === 0 || unconfirmed > 0) && <AllScanned unconfirmed={unconfirmed} />}
      {missing.length > 0 && <Missing points={missing} />}
    </Screen>
  );
}

function Missing({ points }: { readonly points: ReturnType<typeof missingPoints> }) {
  return (
    <section aria-labelledby="missing" className={controls.field}>
      <h2 id="missing" className={controls.label}>
        {t('end.missing')}
      </h2>
      <ul className={controls.field}>
        {points.map((point) => (
          <li key={point.checkpointId}>
            <Row title={point.name} icon={<IconCircle size={24} aria-hidden />} />
          </li>
        ))}
      </ul>
    </section>
  );
}
