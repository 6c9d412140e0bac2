// The editor's buttons: one stop of the tab key, arrow keys move among them.
import {
  IconArrowBackUp,
  IconArrowForwardUp,
  IconBlockquote,
  IconBold,
  IconH1,
  IconH2,
  IconItalic,
  IconLink,
  IconList,
  IconListNumbers,
} from '@tabler/icons-react';
import { useEditorState, type Editor } from '@tiptap/react';
import { richTextLinkPattern } from '@watchpost/domain/info-pages';
import { type KeyboardEvent, type ReactNode, useRef, useState } from 'react';
import { type LabelKey, t, translate } from '../../lib/labels.ts';
import { Button } from '../../ui/actions/button.tsx';
import { IconButton } from '../../ui/actions/icon-button.tsx';
import { TextField } from '../../ui/fields/text-field.tsx';
import { Modal } from '../../ui/overlays/modal.tsx';
import styles from './rich-text-editor.module.css';

interface Tool {
  readonly label: LabelKey;
  readonly icon: ReactNode;
  readonly run: () => void;
  /** Undefined for tools that have no state of being on. */
  readonly isOn?: boolean;
  readonly isDisabled?: boolean;
}

const marks = ['bold', 'italic', 'bulletList', 'orderedList', 'blockquote', 'link'] as const;

function useToolState(editor: Editor) {
  return useEditorState({
    editor,
    selector: ({ editor: current }) => ({
      on: Object.fromEntries(marks.map((name) => [name, current.isActive(name)])),
      heading: [2, 3].find((level) => current.isActive('heading', { level })),
      canUndo: current.can().undo(),
      canRedo: current.can().redo(),
    }),
  });
}

type ToolState = ReturnType<typeof useToolState>;
type Chain = () => ReturnType<Editor['chain']>;

const sizePx = 18;

function textTools(chain: Chain, { on, heading }: ToolState): Tool[] {
  return [
    {
      label: 'editor.bold',
      icon: <IconBold size={sizePx} />,
      run: () => chain().toggleBold().run(),
      isOn: on['bold'],
    },
    {
      label: 'editor.italic',
      icon: <IconItalic size={sizePx} />,
      run: () => chain().toggleItalic().run(),
      isOn: on['italic'],
    },
    {
      label: 'editor.heading2',
      icon: <IconH1 size={sizePx} />,
      run: () => chain().toggleHeading({ level: 2 }).run(),
      isOn: heading === 2,
    },
    {
      label: 'editor.heading3',
      icon: <IconH2 size={sizePx} />,
      run: () => chain().toggleHeading({ level: 3 }).run(),
      isOn: heading === 3,
    },
  ];
}

function blockTools(chain: Chain, { on }: ToolState): Tool[] {
  return [
    {
      label: 'editor.bulletList',
      icon: <IconList size={sizePx} />,
      run: () => chain().toggleBulletList().run(),
      isOn: on['bulletList'],
    },
    {
      label: 'editor.orderedList',
      icon: <IconListNumbers size={sizePx} />,
      run: () => chain().toggleOrderedList().run(),
      isOn: on['orderedList'],
    },
    {
      label: 'editor.quote',
      icon: <IconBlockquote size={sizePx} />,
      run: () => chain().toggleBlockquote().run(),
      isOn: on['blockquote'],
    },
  ];
}

function historyTools(chain: Chain, { canUndo, canRedo }: ToolState): Tool[] {
  return [
    {
      label: 'editor.undo',
      icon: <IconArrowBackUp size={sizePx} />,
      run: () => chain().undo().run(),
      isDisabled: !canUndo,
    },
    {
      label: 'editor.redo',
      icon: <IconArrowForwardUp size={sizePx} />,
      run: () => chain().redo().run(),
      isDisabled: !canRedo,
    },
  ];
}

function toolsOf(editor: Editor, state: ToolState, onLink: () => void): Tool[] {
  const chain = () => editor.chain().focus();
  return [
    ...textTools(chain, state),
    ...blockTools(chain, state),
    { label: 'editor.link', icon: <IconLink size={sizePx} />, run: onLink, isOn: state.on['link'] },
    ...historyTools(chain, state),
  ];
}

function LinkDialog({ editor, onClose }: { readonly editor: Editor; readonly onClose: () => void }) {
  const [address, setAddress] = useState(() => String(editor.getAttributes('link')['href'] ?? ''));
  const [problem, setProblem] = useState<string | null>(null);
  const submit = () => {
    const href = address.trim();
    if (href !== '' && !richTextLinkPattern.test(href)) return setProblem(t('editor.linkInvalid'));
    const link = editor.chain().focus().extendMarkRange('link');
    if (href === '') link.unsetLink().run();
    else if (editor.state.selection.empty && !editor.isActive('link')) {
      editor
        .chain()
        .focus()
        .insertContent({ type: 'text', text: href, marks: [{ type: 'link', attrs: { href } }] })
        .run();
    } else link.setLink({ href }).run();
    return onClose();
  };
  return (
    <Modal
      isOpen
      onClose={onClose}
      onSubmit={submit}
      title={t('editor.linkTitle')}
      footer={
        <>
          <Button onClick={onClose}>{t('editor.cancel')}</Button>
          <Button type="submit" variant="primary">
            {t('editor.linkSet')}
          </Button>
        </>
      }
    >
      <TextField
        label={t('editor.linkAddress')}
        help={t('editor.linkHelp')}
        error={problem}
        inputMode="url"
        autoComplete="off"
        value={address}
        onChange={(event) => {
          setAddress(event.target.value);
          setProblem(null);
        }}
        data-autofocus
      />
    </Modal>
  );
}

export function EditorToolbar({ editor }: { readonly editor: Editor }) {
  const [stop, setStop] = useState(0);
  const [isLinking, setIsLinking] = useState(false);
  const bar = useRef<HTMLDivElement>(null);
  const state = useToolState(editor);
  const tools = toolsOf(editor, state, () => setIsLinking(true));
  const move = (event: KeyboardEvent) => {
    const steps: Readonly<Record<string, number>> = {
      ArrowRight: stop + 1,
      ArrowLeft: stop - 1,
      Home: 0,
      End: -1,
    };
    const to = steps[event.key];
    if (to === undefined) return;
    event.preventDefault();
    const next = (to + tools.length) % tools.length;
    setStop(next);
    bar.current?.querySelectorAll('button')[next]?.focus();
  };
  return (
    <>
      {/* oxlint-disable-next-line jsx-a11y/interactive-supports-focus -- its buttons take the focus in turn */}
      <div
        ref={bar}
        role="toolbar"
        aria-label={t('editor.toolbar')}
        className={styles.toolbar}
        onKeyDown={move}
      >
        {tools.map((tool, index) => (
          <IconButton
            key={tool.label}
            label={translate(tool.label)}
            icon={tool.icon}
            size="small"
            tabIndex={index === stop ? 0 : -1}
            aria-pressed={tool.isOn}
            aria-disabled={tool.isDisabled || undefined}
            onFocus={() => setStop(index)}
            onClick={() => tool.isDisabled !== true && tool.run()}
          />
        ))}
      </div>
      {isLinking && <LinkDialog editor={editor} onClose={() => setIsLinking(false)} />}
    </>
  );
}
