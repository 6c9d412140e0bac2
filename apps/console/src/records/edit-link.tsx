import { IconPencil } from '@tabler/icons-react';
import { useSession } from '../lib/current-session.ts';
import { ButtonLink } from '../ui/actions/button.tsx';

/** To the form of the record, for who may edit it. */
export function EditLink({ href, label }: { readonly href: string; readonly label: string }) {
  const mayEdit = useSession((session) => session.hasAccess('edit'));
  if (!mayEdit) return null;
  return (
    <ButtonLink variant="primary" icon={<IconPencil size={18} aria-hidden />} href={href}>
      {label}
    </ButtonLink>
  );
}
