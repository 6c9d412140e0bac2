// One exception: what happened, who has it in hand, what proves it, and everything that was done.
import type { ExceptionDetails, ExceptionRow } from '@watchpost/contract/exceptions';
import { exceptionTextMaxLength } from '@watchpost/domain/exceptions';
import {
  IconArrowLeft,
  IconHandGrab,
  IconLock,
  IconLockOpen,
  IconPrinter,
  IconRoute,
  IconUserShare,
} from '@tabler/icons-react';
import { useSession } from '../../lib/current-session.ts';
import { t } from '../../lib/labels.ts';
import { PageActions } from '../../lib/page-actions.tsx';
import { roundHref } from '../../lib/record-links.ts';
import { PageZone } from '../../lib/rounds/page-zone.tsx';
import { useZoneChoice } from '../../lib/rounds/shown-zone.ts';
import { useUrlSearch } from '../../lib/url-search.ts';
import { RecordPage } from '../../records/record-page.tsx';
import { Button, ButtonLink } from '../../ui/actions/button.tsx';
import { WithAside } from '../../ui/display/with-aside.tsx';
import { CommentForm } from '../../records/comment-form.tsx';
import { makeAsked } from '../../records/use-dialog-draft.ts';
import { AssignDialog, CloseDialog, dialogName, ReopenDialog } from './exception-dialogs.tsx';
import { ExceptionEvidence } from './exception-evidence.tsx';
import { ExceptionFacts } from './exception-facts.tsx';
import { ExceptionHistory } from './exception-history.tsx';
import { ExceptionLate } from './exception-late.tsx';
import { ExceptionTrust } from './exception-trust.tsx';
import { listHref } from './exception-texts.tsx';
import { comment, useException } from './exceptions.api.ts';
import { useChanges } from './use-changes.ts';
import { useFreshExceptions } from './use-fresh-exceptions.ts';
import { useTaking } from './use-taking.ts';

export function ExceptionDetailsPage() {
  const [{ id = '' }] = useUrlSearch();
  useFreshExceptions();
  const query = useException(id);
  return (
    <RecordPage query={query} backHref={listHref}>
      {(details) => (
        <PageZone key={id} siteZone={details.exception.timeZone}>
          <Loaded details={details} />
        </PageZone>
      )}
    </RecordPage>
  );
}

function Loaded({ details }: { readonly details: ExceptionDetails }) {
  const mayEdit = useSession((session) => session.hasAccess('edit'));
  return (
    <>
      <Actions details={details} mayEdit={mayEdit} />
      <WithAside
        aside={
          <>
            {mayEdit && <ExceptionComment id={details.exception.id} />}
            <ExceptionHistory history={details.history} zone={details.exception.timeZone} />
          </>
        }
      >
        <ExceptionFacts details={details} />
        {details.lateDue !== null && <ExceptionLate due={details.lateDue} />}
        {details.exception.roundId !== null && (
          <ExceptionTrust roundId={details.exception.roundId} zone={details.exception.timeZone} />
        )}
        <ExceptionEvidence details={details} mayAdd={mayEdit} />
      </WithAside>
    </>
  );
}

type Question = 'assign' | 'close' | 'reopen';
const useAsked = makeAsked<Question>(dialogName);

interface ActionsProps {
  readonly details: ExceptionDetails;
  readonly mayEdit: boolean;
}

function Actions({ details: { exception }, mayEdit }: ActionsProps) {
  const [asked, setAsked] = useAsked();
  const maySeeRounds = useSession((session) => session.canView('SCANNED_CHECKPOINTS'));
  const zone = useZoneChoice();
  const done = () => setAsked(null);
  const isClosed = exception.status === 'closed';
  return (
    <PageActions>
      <ButtonLink href={listHref} icon={<IconArrowLeft size={16} aria-hidden />}>
        {t('records.back')}
      </ButtonLink>
      <Button icon={<IconPrinter size={16} aria-hidden />} onClick={() => window.print()}>
        {t('exceptions.print')}
      </Button>
      {exception.roundId !== null && maySeeRounds && (
        <ButtonLink href={roundHref(exception.roundId, zone)} icon={<IconRoute size={16} aria-hidden />}>
          {t('exceptions.showRound')}
        </ButtonLink>
      )}
      {mayEdit && !isClosed && <Steps exception={exception} onAsk={setAsked} />}
      {mayEdit && isClosed && (
        <Button icon={<IconLockOpen size={16} aria-hidden />} onClick={() => setAsked('reopen')}>
          {t('exceptions.reopen')}
        </Button>
      )}
      {asked === 'close' && <CloseDialog items={[exception]} onClose={done} />}
      {asked === 'assign' && <AssignDialog items={[exception]} onClose={done} />}
      {asked === 'reopen' && <ReopenDialog item={exception} onClose={done} />}
    </PageActions>
  );
}

interface StepsProps {
  readonly exception: ExceptionRow;
  readonly onAsk: (question: Question) => void;
}

/** Of what is not closed: taking it, giving it away, closing it. */
function Steps({ exception, onAsk }: StepsProps) {
  const taking = useTaking();
  const isOwn = useSession((session) => session.user()?.id === exception.owner?.id);
  return (
    <>
      {!(isOwn && exception.status === 'inHand') && (
        <Button
          icon={<IconHandGrab size={16} aria-hidden />}
          isBusy={taking.isBusy}
          onClick={() => void taking.start([exception])}
        >
          {t('exceptions.take')}
        </Button>
      )}
      <Button icon={<IconUserShare size={16} aria-hidden />} onClick={() => onAsk('assign')}>
        {t('exceptions.assign')}
      </Button>
      <Button variant="primary" icon={<IconLock size={16} aria-hidden />} onClick={() => onAsk('close')}>
        {t('exceptions.close')}
      </Button>
    </>
  );
}

function ExceptionComment({ id }: { readonly id: string }) {
  const { isBusy, attempt } = useChanges();
  return (
    <CommentForm
      label={t('exceptions.comment')}
      action={t('exceptions.addComment')}
      missing={t('exception_comment_required')}
      maxLength={exceptionTextMaxLength}
      isBusy={isBusy}
      onSend={(text) => attempt(() => comment(id, text))}
    />
  );
}
