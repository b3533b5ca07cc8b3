import { Extension, type Editor } from '@tiptap/core';
import { Plugin, type PluginView } from '@tiptap/pm/state';

/** From one vertical position to another, in CSS pixels of the layout viewport. */
export type Span = { top: number; bottom: number };

/** Pixels between a bar and the line that is scrolled into view. */
const gap = 8;

/**
 * Keeps the line of the caret in view while the text is changed and the selection is moved by keys: between the bars of
 * the form, and above an on-screen keyboard.
 */
export const CaretInView = Extension.create({
  name: 'caretInView',

  addProseMirrorPlugins() {
    const { editor } = this;
    // The library reads them each time that it scrolls.
    const covered = {
      get top() {
        return coveredEdges(editor).top;
      },
      get bottom() {
        return coveredEdges(editor).bottom;
      },
      left: 0,
      right: 0,
    };
    return [
      new Plugin({
        props: { scrollThreshold: covered, scrollMargin: covered },
        view: () => revealCaret(editor),
      }),
    ];
  },
});

/** The part of the layout viewport that is in sight: without an on-screen keyboard all of it. */
export function visibleSpan(): Span {
  const viewport = window.visualViewport;
  const top = viewport?.offsetTop ?? 0;
  return { top, bottom: top + (viewport?.height ?? window.innerHeight) };
}

/** Where the bar at that end of the text stands now. */
export function barAt({ view }: Editor, end: 'top' | 'bottom'): DOMRect | undefined {
  const frame = view.dom.closest('[data-editor-frame]');
  return frame?.querySelector(`[data-editor-bar="${end}"]`)?.getBoundingClientRect();
}

/** How much of the window is covered at both ends, by the bars and by what lies outside of the visual viewport. */
function coveredEdges(editor: Editor): Span {
  const visible = visibleSpan();
  const [above, below] = [barAt(editor, 'top'), barAt(editor, 'bottom')];
  const top = Math.max(0, visible.top, above?.bottom ?? 0);
  // Near the start of the text the bar has not reached its place yet, and takes it as soon as the page is scrolled.
  const bottom = Math.min(visible.bottom - (below?.height ?? 0), below?.top ?? visible.bottom);
  return { top: top + gap, bottom: Math.max(0, visible.bottom - visible.top - bottom) + gap };
}

/** Milliseconds: a keyboard comes up in steps, and the tap that opened it moves the selection a moment later. */
const settling = 80;

/**
 * Where the browser moves the caret by a key, it scrolls by its own rules, which know nothing of the bars, and may do so
 * after the library has been told. A bar that becomes higher, or a keyboard that comes up, must not cover the caret either.
 */
function revealCaret(editor: Editor): PluginView {
  let isByKey = false;
  let frame = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const reveal = () => {
    if (!editor.isDestroyed && editor.isFocused) editor.commands.scrollIntoView();
  };
  const revealLater = () => {
    clearTimeout(timer);
    timer = setTimeout(reveal, settling);
  };
  const observer = new ResizeObserver(revealLater);
  // The bars come into the page after the text.
  const start = requestAnimationFrame(() => {
    const bars = editor.view.dom.closest('[data-editor-frame]')?.querySelectorAll('[data-editor-bar]');
    for (const bar of bars ?? []) observer.observe(bar);
  });
  const listening = new AbortController();
  const { signal } = listening;
  window.visualViewport?.addEventListener('resize', revealLater, { signal });
  for (const type of ['keydown', 'pointerdown'])
    editor.view.dom.addEventListener(type, () => (isByKey = type === 'keydown'), { capture: true, signal });
  return {
    update({ state: { doc, selection } }, before) {
      if (!isByKey || before.doc !== doc || before.selection.eq(selection)) return;
      cancelAnimationFrame(frame);
      frame = requestAnimationFrame(reveal);
    },
    destroy() {
      clearTimeout(timer);
      cancelAnimationFrame(start);
      cancelAnimationFrame(frame);
      observer.disconnect();
      listening.abort();
    },
  };
}
