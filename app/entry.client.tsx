import { StrictMode, startTransition, useEffect, useLayoutEffect } from 'react';
import { hydrateRoot } from 'react-dom/client';
import { HydratedRouter } from 'react-router/dom';

type Field = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;

/**
 * The values of the fields that were filled before the screen could take it. React resets some of them when it
 * hydrates and hears of none, so each is put in again when the screen is there.
 */
const early = new Map<Field, string>();

function note({ target }: Event) {
  if (isField(target)) early.set(target, contentOf(target));
}

for (const field of document.querySelectorAll<Field>('input, textarea, select')) {
  if (isChanged(field)) early.set(field, contentOf(field));
  keepCaret(field);
}
document.addEventListener('input', note, { capture: true });
document.addEventListener('change', note, { capture: true });

/** One after the other, each as a separate event: a choice may load what the next one adds to. */
async function putIn() {
  const fields = [...early];
  early.clear();
  for (const [field, content] of fields) {
    if (field.isConnected) putInto(field, content);
    await new Promise((done) => setTimeout(done));
  }
  // From now on buttons work (`admin.css`).
  document.documentElement.dataset['ready'] = '';
}

/** As the user did it: first the field is as React believes it to be. */
function putInto(field: Field, content: string) {
  if (isBox(field)) {
    // The chosen radio button takes the choice from the other.
    if (field.type === 'radio' && content !== 'true') return;
    field.checked = content !== 'true';
    field.click();
    return;
  }
  if (field.type !== 'file') {
    // By the field's own property, which React watches, then by that of its class, which it does not.
    field.value = '';
    const own = Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field), 'value');
    own?.set?.call(field, content);
    field.dispatchEvent(new Event('input', { bubbles: true }));
  }
  field.dispatchEvent(new Event('change', { bubbles: true }));
}

/** React writes the content of an untouched field anew when it hydrates, which moves the caret; a touched one keeps both. */
function keepCaret(field: Field) {
  if (!('selectionStart' in field) || field.selectionStart === null) return;
  const { value } = field;
  field.value = value;
}

function isField(target: EventTarget | null): target is Field {
  return target instanceof Element && target.matches('input, textarea, select');
}

function isBox(field: Field): field is HTMLInputElement {
  return field.type === 'checkbox' || field.type === 'radio';
}

function contentOf(field: Field): string {
  return isBox(field) ? String(field.checked) : field.value;
}

function isChanged(field: Field): boolean {
  if (field instanceof HTMLSelectElement)
    return [...field.options].some(({ selected, defaultSelected }) => selected && !defaultSelected);
  if (isBox(field)) return field.checked !== field.defaultChecked;
  return field.value !== field.defaultValue;
}

function Hydrated() {
  useLayoutEffect(() => {
    document.removeEventListener('input', note, { capture: true });
    document.removeEventListener('change', note, { capture: true });
  }, []);
  useEffect(() => void putIn(), []);
  return <HydratedRouter />;
}

startTransition(() => {
  hydrateRoot(
    document,
    <StrictMode>
      <Hydrated />
    </StrictMode>,
  );
});
