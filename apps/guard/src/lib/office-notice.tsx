import { Notice } from '../ui/notice.tsx';
import { t } from './labels.ts';

interface OfficeNoticeProps {
  /** What the offices of the phone's guards have made of it. */
  readonly office:
    | Readonly<Record<string, { readonly kind: 'stopped' | 'clearing' | 'cleared' }>>
    | undefined;
}

/** Anyone who holds a phone that was stopped or cleared is told so, in one sentence for each company. */
export function OfficeNotice({ office = {} }: OfficeNoticeProps) {
  return Object.entries(office).map(([company, { kind }]) => (
    <Notice key={company} tone="missed" isUpdate>
      {t(`office.${kind}`)}
    </Notice>
  ));
}
