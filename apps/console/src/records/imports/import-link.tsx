import { IconFileImport } from '@tabler/icons-react';
import { useSession } from '../../lib/current-session.ts';
import { t } from '../../lib/labels.ts';
import { ButtonLink } from '../../ui/actions/button.tsx';

/** To the wizard, for those who may import. */
export function ImportLink({ href }: { readonly href: string }) {
  const mayImport = useSession((session) => session.hasAccess('import'));
  if (!mayImport) return null;
  return (
    <ButtonLink href={href} icon={<IconFileImport size={18} aria-hidden />}>
      {t('imports.import')}
    </ButtonLink>
  );
}
