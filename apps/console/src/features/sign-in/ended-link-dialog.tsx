// What a mailed link says that no longer sets a password, and what to do instead. Mounted while open.
import type { ReplyOf } from '@watchpost/contract/endpoint';
import type { checkPasswordLink } from '@watchpost/contract/accounts';
import { t } from '../../lib/labels.ts';
import { Button } from '../../ui/actions/button.tsx';
import { Modal } from '../../ui/overlays/modal.tsx';

export type CheckedLink = ReplyOf<typeof checkPasswordLink>;

interface EndedLinkProps {
  readonly link: CheckedLink;
  /** Asks for the address that a new link is mailed to. */
  readonly onAskForNew: () => void;
  readonly onClose: () => void;
}

function textsOf({ state, isInvitation }: CheckedLink): { readonly title: string; readonly text: string } {
  if (state === 'replaced') return { title: t('endedLink.replacedTitle'), text: t('endedLink.replaced') };
  if (state === 'expired' && isInvitation)
    return { title: t('endedLink.invitationTitle'), text: t('endedLink.invitation') };
  if (state === 'expired') return { title: t('endedLink.expiredTitle'), text: t('endedLink.expired') };
  return { title: t('endedLink.unknownTitle'), text: t('endedLink.unknown') };
}

export function EndedLinkDialog({ link, onAskForNew, onClose }: EndedLinkProps) {
  const { title, text } = textsOf(link);
  return (
    <Modal
      isOpen
      onClose={onClose}
      title={title}
      width={480}
      footer={
        <>
          <Button onClick={onClose}>{t('endedLink.signIn')}</Button>
          <Button variant="primary" onClick={onAskForNew}>
            {t('endedLink.ask')}
          </Button>
        </>
      }
    >
      <p>{text}</p>
    </Modal>
  );
}
