import { EditorContent, useEditor } from '@tiptap/react';
import { useEffect, useId, useImperativeHandle, useRef, useState, type Ref } from 'react';

import { bodyExtensions } from './extensions.ts';
import { LinkDialog } from './link-dialog.tsx';
import { Toolbar } from './toolbar.tsx';
import './editor.css';

export type RichTextEditorHandle = {
  /** The text as HTML. Written out only when asked: a long text is not serialised at every key. */
  getHtml: () => string;
  focus: () => void;
};

export type RichTextEditorProps = {
  ref?: Ref<RichTextEditorHandle>;
  /** Its visible label and accessible name. */
  label: string;
  /** Read once; later changes are ignored. */
  initialHtml: string;
  /** Told of every change of the text, not of what it is now. */
  onChange: () => void;
  /** Which addresses a link may have. */
  isSafeLink: (address: string) => boolean;
};

/** A rich-text field: HTML in, HTML out. For the browser only. */
export function RichTextEditor({ ref, label, initialHtml, onChange, isSafeLink }: RichTextEditorProps) {
  const labelId = useId();
  const [asksLink, setAsksLink] = useState(false);
  const changed = useRef(onChange);
  useEffect(() => {
    changed.current = onChange;
  }, [onChange]);

  const editor = useEditor({
    extensions: bodyExtensions(isSafeLink),
    content: initialHtml,
    // Its styles are in editor.css: the page's policy lets no script write a style sheet.
    injectCSS: false,
    shouldRerenderOnTransaction: false,
    editorProps: {
      attributes: {
        role: 'textbox',
        'aria-label': label,
        'aria-multiline': 'true',
        dir: 'auto',
        class: 'rich-text',
      },
      handleKeyDown: (_view, event) => {
        if (event.key.toLowerCase() !== 'k' || !(event.metaKey || event.ctrlKey)) return false;
        event.preventDefault();
        setAsksLink(true);
        return true;
      },
    },
    onUpdate: () => changed.current(),
  });

  useImperativeHandle(
    ref,
    () => ({
      getHtml: () => withoutTrailingBlanks(editor.getHTML()),
      focus: () => editor.commands.focus(),
    }),
    [editor],
  );

  return (
    <div className="grid gap-1">
      <span id={labelId} className="font-medium text-ink">
        {label}
      </span>
      <div className="rounded-md border border-line-strong bg-surface focus-within:outline-2 focus-within:outline-signal">
        <Toolbar editor={editor} onLink={() => setAsksLink(true)} />
        <EditorContent editor={editor} />
      </div>
      {asksLink && <LinkDialog editor={editor} isSafeLink={isSafeLink} onClose={() => setAsksLink(false)} />}
    </div>
  );
}

/** The empty line that the editor keeps at the end, to be written in, is not part of the text. */
function withoutTrailingBlanks(html: string): string {
  return html.replace(/(?:<p>(?:<br>)?<\/p>)+$/, '');
}
