// Filters kept under a name: chosen, saved and deleted.
import type { ListPreferences } from '@watchpost/contract/list-preferences';
import { savedViewNameMaxLength } from '@watchpost/domain/managed-records';
import { IconBookmark, IconBookmarkPlus, IconTrash } from '@tabler/icons-react';
import { useState } from 'react';
import { ApiError } from '../lib/api-error.ts';
import { t, translate } from '../lib/labels.ts';
import { Button } from '../ui/actions/button.tsx';
import { TextField } from '../ui/fields/text-field.tsx';
import { toasts } from '../ui/feedback/toasts.ts';
import { Menu, type MenuItem } from '../ui/overlays/menu.tsx';
import { Modal } from '../ui/overlays/modal.tsx';
import { makeAsked, useDialogDraft } from './use-dialog-draft.ts';

const dialogName = 'view';
/** The query that is to be saved. */
const useNamed = makeAsked<string>(dialogName);

type View = ListPreferences['views'][number];

interface ViewMenuProps {
  readonly views: readonly View[];
  /** The query of the address as it is now. */
  readonly current: string;
  readonly onOpen: (search: string) => void;
  readonly onSave: (views: View[]) => Promise<unknown>;
}

export function ViewMenu(props: ViewMenuProps) {
  const { views, current, onSave } = props;
  const [named, setNamed] = useNamed();
  const shown = views.find(({ search }) => search === current);
  return (
    <>
      <Menu
        align="end"
        items={itemsOf(props, shown, () => setNamed(current))}
        header={views.length === 0 && current === '' ? t('records.noViews') : undefined}
        trigger={(trigger) => (
          <Button {...trigger} icon={<IconBookmark size={16} aria-hidden />}>
            {shown?.name ?? t('records.views')}
          </Button>
        )}
      />
      {named !== null && (
        <NameDialog
          onClose={() => setNamed(null)}
          onName={(name) => onSave([...views, { name, search: named }])}
        />
      )}
    </>
  );
}

function itemsOf(props: ViewMenuProps, shown: View | undefined, onName: () => void): MenuItem[] {
  const { views, current, onOpen } = props;
  const items: MenuItem[] = views.map((view) => ({
    id: `view ${view.name}`,
    label: view.name,
    icon: <IconBookmark size={16} aria-hidden />,
    onSelect: () => onOpen(view.search),
  }));
  items.push({
    id: 'save',
    label: t('records.saveView'),
    icon: <IconBookmarkPlus size={16} aria-hidden />,
    startsGroup: views.length > 0,
    isDisabled: current === '' || shown !== undefined,
    onSelect: onName,
  });
  if (shown !== undefined) {
    items.push({
      id: 'remove',
      label: t('records.removeView', { name: shown.name }),
      icon: <IconTrash size={16} aria-hidden />,
      isDangerous: true,
      onSelect: () => void remove(props, shown),
    });
  }
  return items;
}

async function remove({ views, onSave }: ViewMenuProps, view: View): Promise<void> {
  await onSave(views.filter(({ name }) => name !== view.name));
  toasts.success({
    text: t('records.viewRemoved', { name: view.name }),
    action: { label: t('records.undo'), onSelect: () => void onSave([...views]) },
  });
}

interface NameDialogProps {
  readonly onClose: () => void;
  readonly onName: (name: string) => Promise<unknown>;
}

function NameDialog({ onClose, onName }: NameDialogProps) {
  const { draft, change, close, drop } = useDialogDraft(dialogName, { name: '' }, onClose);
  const [error, setError] = useState<string | null>(null);
  const save = async () => {
    const trimmed = draft.name.trim();
    if (trimmed === '') {
      setError(t('view_name'));
      return;
    }
    try {
      await onName(trimmed);
      toasts.success({ text: t('records.viewSaved', { name: trimmed }) });
      drop();
    } catch (failure) {
      if (!(failure instanceof ApiError)) throw failure;
      setError(translate(failure.message));
    }
  };
  return (
    <Modal
      isOpen
      title={t('records.saveView')}
      onClose={close}
      onSubmit={() => void save()}
      footer={
        <>
          <Button onClick={close}>{t('records.cancel')}</Button>
          <Button variant="primary" type="submit">
            {t('records.save')}
          </Button>
        </>
      }
    >
      <TextField
        label={t('records.viewName')}
        maxLength={savedViewNameMaxLength}
        isRequired
        value={draft.name}
        error={error}
        onChange={(event) => {
          change({ name: event.target.value });
          setError(null);
        }}
      />
    </Modal>
  );
}
