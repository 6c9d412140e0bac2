// What the profile menu opens, loaded when first opened.
import { ChangePasswordDialog } from './change-password-dialog.tsx';
import { SessionsDialog } from './sessions-dialog.tsx';

export type OwnAccountDialog = 'password' | 'sessions';

export function OwnAccountDialogs({ open, onClose }: { open: OwnAccountDialog; onClose: () => void }) {
  return open === 'password' ? (
    <ChangePasswordDialog onClose={onClose} />
  ) : (
    <SessionsDialog onClose={onClose} />
  );
}
