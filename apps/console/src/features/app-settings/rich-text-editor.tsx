// The editor of rich text; its own chunk, since it weighs more than a page. Knows the same elements as the server keeps.
import { EditorContent, useEditor, type Editor } from '@tiptap/react';
import { StarterKit } from '@tiptap/starter-kit';
import { richTextLinkPattern } from '@watchpost/domain/info-pages';
import { useEffect, useEffectEvent } from 'react';
import { cleanText } from '../../lib/rich-text/clean-html.ts';
import { t } from '../../lib/labels.ts';
import { EditorToolbar } from './editor-toolbar.tsx';
import styles from './rich-text-editor.module.css';

const extensions = [
  StarterKit.configure({
    heading: { levels: [1, 2, 3, 4] },
    link: {
      openOnClick: false,
      autolink: true,
      defaultProtocol: 'https',
      isAllowedUri: (url) => richTextLinkPattern.test(url),
      HTMLAttributes: { rel: 'noopener noreferrer', target: '_blank' },
    },
  }),
];

interface RichTextEditorProps {
  /** The text to begin with; another object replaces what was written. */
  readonly filling: { readonly html: string };
  /** Gets the text as the editor writes it; the first call tells how it writes the unchanged one. */
  readonly onChange: (html: string, isEdited: boolean) => void;
  readonly isHidden: boolean;
}

const htmlOf = (editor: Editor): string => (editor.isEmpty ? '' : editor.getHTML());

export default function RichTextEditor({ filling, onChange, isHidden }: RichTextEditorProps) {
  const notify = useEffectEvent(onChange);
  const editor = useEditor({
    extensions,
    // The content security policy takes no style tag from scripts: the rules are in the style sheet.
    injectCSS: false,
    editorProps: {
      attributes: {
        role: 'textbox',
        'aria-multiline': 'true',
        'aria-label': t('editor.text'),
        class: styles.text ?? '',
      },
    },
    onUpdate: ({ editor: changed }) => onChange(htmlOf(changed), true),
  });
  useEffect(() => {
    if (editor.isDestroyed) return;
    editor.commands.setContent(cleanText(filling.html), { emitUpdate: false });
    notify(htmlOf(editor), false);
  }, [editor, filling]);
  return (
    <div className={styles.frame} hidden={isHidden}>
      <EditorToolbar editor={editor} />
      <EditorContent editor={editor} />
    </div>
  );
}
