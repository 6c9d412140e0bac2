import { IconColumns3 } from '@tabler/icons-react';
import { t } from '../lib/labels.ts';
import { Button } from '../ui/actions/button.tsx';
import { Menu } from '../ui/overlays/menu.tsx';

interface ColumnMenuProps {
  readonly columns: readonly { readonly id: string; readonly header: string }[];
  readonly hidden: readonly string[];
  readonly onChange: (hidden: readonly string[]) => void;
}

/** Which columns show; the first always does, because it names the record. */
export function ColumnMenu({ columns, hidden, onChange }: ColumnMenuProps) {
  const items = columns.map(({ id, header }, at) => ({
    id,
    label: header,
    isChecked: !hidden.includes(id),
    isDisabled: at === 0,
    onSelect: () => onChange(hidden.includes(id) ? hidden.filter((other) => other !== id) : [...hidden, id]),
  }));
  return (
    <Menu
      align="end"
      items={items}
      trigger={(trigger) => (
        <Button {...trigger} icon={<IconColumns3 size={16} aria-hidden />}>
          {t('records.columns')}
        </Button>
      )}
    />
  );
}
