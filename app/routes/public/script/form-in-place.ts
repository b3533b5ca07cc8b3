import { announce } from './status-line.ts';
import { currentVisit } from './visit.ts';

/** Submits a form without leaving the page, and replaces it with the form in the response and its messages. */
export function sendInPlace(form: HTMLFormElement): void {
  const button = form.querySelector<HTMLButtonElement>('button[type=submit]');
  if (!button) return;
  const idle = button.textContent;
  const { busy = idle, failure = '' } = form.dataset;

  form.addEventListener('input', showLimit);
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    if (button.disabled) return;
    // The notice about an earlier submission would be mistaken for the result of this one.
    form.querySelector('.notice')?.remove();
    button.disabled = true;
    button.textContent = busy;
    announce(busy);
    void send(form).then((answer) => {
      announce('');
      button.disabled = false;
      button.textContent = idle;
      if (!answer) return tell(form, failure);
      if (!answer.isStored) copyValues(form, answer.form);
      form.replaceWith(answer.form);
      sendInPlace(answer.form);
      answer.form.querySelector<HTMLElement>('[autofocus]')?.focus();
    });
  });
}

/** Says how much more can be typed, once a field is nearly full. */
function showLimit({ target }: Event): void {
  const isText = target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement;
  if (!isText || target.maxLength < 0) return;
  const left = target.maxLength - target.value.length;
  const shown = document.getElementById(`${target.id}-limit`);
  if (left > target.maxLength / 10) return shown?.remove();
  const note = shown ?? document.createElement('output');
  Object.assign(note, { id: `${target.id}-limit`, className: 'note' });
  note.textContent = `${left.toLocaleString('en-US')} of ${target.maxLength.toLocaleString('en-US')} characters left`;
  if (!shown) target.after(note);
}

/** Fills in the time on the page, the page itself and how the visit began. */
function fillHiddenFields(form: HTMLFormElement): void {
  const from = URL.canParse(document.referrer) ? new URL(document.referrer) : null;
  const { host, campaign, post } = currentVisit();
  const values = {
    elapsed: String(Math.round(performance.now())),
    page: from?.origin === location.origin ? from.pathname : location.pathname,
    source: host,
    campaign,
    post,
  };
  for (const [name, value] of Object.entries(values)) {
    const field = form.elements.namedItem(name);
    if (field instanceof HTMLInputElement) field.value = value;
  }
}

/** Null when the request failed or the response holds no form. */
async function send(form: HTMLFormElement): Promise<{ form: HTMLFormElement; isStored: boolean } | null> {
  fillHiddenFields(form);
  try {
    const answer = await fetch(form.action, { method: 'POST', body: new FormData(form) });
    const page = new DOMParser().parseFromString(await answer.text(), 'text/html');
    const fresh = page.querySelector<HTMLFormElement>('form[data-busy]');
    return fresh && { form: fresh, isStored: answer.ok };
  } catch {
    return null;
  }
}

/** Keeps what was typed while the request was in flight. */
function copyValues(from: HTMLFormElement, to: HTMLFormElement): void {
  for (const field of to.querySelectorAll<HTMLInputElement>('input, textarea, select')) {
    // The response has them as they were sent.
    if (field.type === 'checkbox') continue;
    const typed = from.elements.namedItem(field.name);
    if (typed && 'value' in typed) field.value = String(typed.value);
  }
}

function tell(form: HTMLFormElement, message: string): void {
  // The errors of an earlier response are not the reason.
  for (const error of form.querySelectorAll('.error')) error.remove();
  for (const field of form.querySelectorAll('[aria-invalid]')) {
    field.removeAttribute('aria-invalid');
    field.removeAttribute('aria-describedby');
  }
  const notice = document.createElement('div');
  notice.className = 'notice';
  notice.tabIndex = -1;
  notice.setAttribute('role', 'alert');
  notice.append(Object.assign(document.createElement('p'), { textContent: message }));
  form.prepend(notice);
  notice.focus();
}
