import { Extension, type Editor } from '@tiptap/core';
import { Plugin, type PluginView } from '@tiptap/pm/state';

import { coveredEdges, scrollDistance, type Span } from './covered-edges.ts';

/** Attributes by which the bars around the text are found; its frame has `data-editor-frame`. */
export const topBarAttributes = { 'data-editor-bar': 'top' };
export const bottomBarAttributes = { 'data-editor-bar': 'bottom' };

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
        return measure(editor).covered.top;
      },
      get bottom() {
        return measure(editor).covered.bottom;
      },
      left: 0,
      right: 0,
    };
    return [
      new Plugin({
        props: { scrollThreshold: covered, scrollMargin: covered },
        view: () => ({ destroy: followBars(editor) }),
      }),
      new Plugin({ view: () => followKeys(editor) }),
    ];
  },
});

/** Scrolls to a place in the text. */
function scrollTo(editor: Editor, position: number): void {
  const { page, covered } = measure(editor);
  const distance = scrollDistance(editor.view.coordsAtPos(position), page, covered);
  if (distance !== 0) window.scrollBy(0, distance);
}

/** What of the layout viewport is in sight: without an on-screen keyboard all of it. */
export function visibleSpan(): Span {
  const viewport = window.visualViewport;
  const top = viewport?.offsetTop ?? 0;
  return { top, bottom: top + (viewport?.height ?? window.innerHeight) };
}

/** @returns the part of the page that the window shows, and what of it is covered */
function measure(editor: Editor): { page: Span; covered: Span } {
  const frame = editor.view.dom.closest('[data-editor-frame]');
  const visible = visibleSpan();
  const page = { top: 0, bottom: visible.bottom - visible.top };
  const barAt = (place: 'top' | 'bottom') =>
    frame?.querySelector(`[data-editor-bar="${place}"]`)?.getBoundingClientRect();
  const bars = { top: barAt('top'), bottom: barAt('bottom') };
  return { page, covered: coveredEdges(page, visible, bars) };
}

/**
 * Where the browser moves the caret by a key, it scrolls by its own rules, which know nothing of the bars, and may do so
 * after the library has been told.
 */
function followKeys(editor: Editor): PluginView {
  let isByKey = false;
  let frame = 0;
  const text = editor.view.dom;
  const onKey = () => (isByKey = true);
  const onPointer = () => (isByKey = false);
  text.addEventListener('keydown', onKey, { capture: true });
  text.addEventListener('pointerdown', onPointer, { capture: true });
  return {
    update(view, before) {
      const { doc, selection } = view.state;
      if (!isByKey || before.doc !== doc || before.selection.eq(selection)) return;
      cancelAnimationFrame(frame);
      frame = requestAnimationFrame(() => {
        if (editor.isDestroyed || !editor.isFocused) return;
        scrollTo(editor, editor.state.selection.head);
      });
    },
    destroy() {
      cancelAnimationFrame(frame);
      text.removeEventListener('keydown', onKey, { capture: true });
      text.removeEventListener('pointerdown', onPointer, { capture: true });
    },
  };
}

/** Milliseconds: a keyboard comes up in steps, and the tap that opened it moves the selection a moment later. */
const settling = 80;

/** A bar that becomes higher, or a keyboard that comes up, must not cover the caret either. @returns ends it */
function followBars(editor: Editor): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const reveal = () => {
    clearTimeout(timer);
    timer = setTimeout(() => {
      if (!editor.isDestroyed && editor.isFocused) editor.commands.scrollIntoView();
    }, settling);
  };
  const observer = new ResizeObserver(reveal);
  // The bars come into the page after the text.
  const start = requestAnimationFrame(() => {
    const frame = editor.view.dom.closest('[data-editor-frame]');
    for (const bar of frame?.querySelectorAll('[data-editor-bar]') ?? []) observer.observe(bar);
  });
  window.visualViewport?.addEventListener('resize', reveal);
  return () => {
    clearTimeout(timer);
    cancelAnimationFrame(start);
    observer.disconnect();
    window.visualViewport?.removeEventListener('resize', reveal);
  };
}
