import { Notice } from '../../ui/notice.tsx';

/** Why the scan could not be stored on the phone; nothing while it could. */
export function ScanFault({ fault }: { readonly fault: string | null }) {
  if (fault === null) return null;
  return (
    <Notice tone="missed" isUpdate>
      {fault}
    </Notice>
  );
}
