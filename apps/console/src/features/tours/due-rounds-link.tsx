import { IconCalendarClock } from '@tabler/icons-react';
import { t } from '../../lib/labels.ts';
import { ButtonLink } from '../../ui/actions/button.tsx';
import { dueRoundsHref } from './due-search.ts';

/** To the rounds that a tour made due. */
export function DueRoundsLink({ tourId }: { readonly tourId: string }) {
  return (
    <ButtonLink href={dueRoundsHref({ tour: tourId })} icon={<IconCalendarClock size={18} aria-hidden />}>
      {t('tours.dueRounds')}
    </ButtonLink>
  );
}
