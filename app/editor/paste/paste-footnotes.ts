import { footnoteList, footnoteReference } from '#domain/html/markdown/footnotes.ts';
import { newKey } from '../blocks/footnotes.ts';

/**
 * Makes footnotes of what text processors and encyclopedias have as such: a link to a paragraph or item that begins with
 * the link back. The notes go into a list at the end.
 */
export function readFootnotes(body: HTMLElement): void {
  const named = new Map<string, Element>();
  for (const element of body.querySelectorAll('[id], a[name]'))
    for (const name of [element.id, element.getAttribute('name') ?? ''])
      if (!named.has(name)) named.set(name, element);
  const linkAt = (name: string) => {
    const element = named.get(name);
    return element?.matches('a[href]') ? element : element?.querySelector('a[href]');
  };
  const prefix = newKey();
  const notes: { key: string; html: string }[] = [];
  for (const back of Array.from(body.querySelectorAll('a[href*="#"]'))) {
    const note = back.closest('p, li');
    const reference = linkAt(fragmentOf(back));
    const target = reference && named.get(fragmentOf(reference));
    if (!note || !reference || !target || note.contains(reference) || !beginsWith(note, back)) continue;
    if (!note.contains(target) && !target.contains(note)) continue;
    const parts = partsOf(note, reference);
    const key = `${prefix}-${notes.length + 1}`;
    if (notes.length === 0) removeRuleAbove(note);
    back.remove();
    notes.push({ key, html: parts.map((part) => part.innerHTML).join(' ') });
    for (const part of parts) part.remove();
    const raised = reference.closest('sup');
    const mark = raised?.textContent === reference.textContent ? raised : reference;
    mark.outerHTML = footnoteReference(key, notes.length);
  }
  body.insertAdjacentHTML('beforeend', footnoteList(notes));
}

/** Word may name the file that it put on the clipboard. */
function fragmentOf(link: Element): string {
  return /^(?:file:[^#]*)?#(.+)$/i.exec(link.getAttribute('href') ?? '')?.[1] ?? '';
}

function beginsWith(note: Element, link: Element): boolean {
  const mark = link.textContent?.trim() ?? '';
  return note.querySelector('a[href]') === link && note.textContent?.trimStart().startsWith(mark) === true;
}

/** A note in an element of its own goes on in further paragraphs. */
function partsOf(note: Element, reference: Element): Element[] {
  const parts = [note];
  if (note.parentElement?.localName !== 'div' || note.parentElement.contains(reference)) return parts;
  for (let next = note.nextElementSibling; next?.localName === 'p'; next = next.nextElementSibling) {
    if (next.querySelector('a[href*="#"]')) break;
    parts.push(next);
  }
  return parts;
}

/** The rule between a text and its notes. */
function removeRuleAbove(note: Element): void {
  let first: Element | null = note;
  while (first && !first.previousElementSibling) first = first.parentElement;
  const above = first?.previousElementSibling;
  const isRule =
    above?.localName === 'hr' || (above?.querySelector('hr') && above.textContent?.trim() === '');
  if (isRule === true) above?.remove();
}
