import { IconIdBadge2 } from '@tabler/icons-react';
import { DetailsPage, LoadedDetails } from '../../reports/details-page.tsx';
import { PageZone } from '../../lib/rounds/page-zone.tsx';
import { zoneOf } from './duty-cells.tsx';
import { useDutySession } from './login-logout.api.ts';
import { sessionAddress } from './session-address.ts';
import { SessionCheckpoints } from './session-checkpoints.tsx';
import { SessionHead } from './session-head.tsx';
import { SessionRounds } from './session-rounds.tsx';

const kind = {
  area: 'logins',
  address: sessionAddress,
  icon: <IconIdBadge2 size={32} aria-hidden />,
} as const;

/** One duty session: who, where, when, its rounds and every checkpoint of them (LOGIO-03). */
export function SessionDetailsPage() {
  return <DetailsPage kind={kind}>{(id) => <Session key={id} sessionId={id} />}</DetailsPage>;
}

function Session({ sessionId }: { readonly sessionId: string }) {
  const query = useDutySession(sessionId);
  return (
    <LoadedDetails kind={kind} query={query}>
      {(details) => (
        <PageZone siteZone={zoneOf(details.session)}>
          <SessionHead details={details} loadedAtMs={query.dataUpdatedAt} />
          <SessionRounds details={details} />
          <SessionCheckpoints details={details} />
        </PageZone>
      )}
    </LoadedDetails>
  );
}
