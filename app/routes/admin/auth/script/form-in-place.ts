/** Milliseconds. Longer than the server waits for the body of a request. */
const timeout = 75_000;

/** Sends the forms of the screen without leaving it, and shows the screen of the answer in its place. */
export function sendFormsInPlace(): void {
  document.addEventListener('submit', (event) => {
    const form = event.target;
    if (!(form instanceof HTMLFormElement) || form.dataset['inPlace'] === undefined) return;
    event.preventDefault();
    void send(form);
  });
}

async function send(form: HTMLFormElement): Promise<void> {
  const fields = form.querySelector('fieldset');
  if (!fields || fields.disabled) return;
  const body = new URLSearchParams([...new FormData(form)].map(([name, value]) => [name, String(value)]));
  removeFailure();
  const showIdle = showBusy(form, fields);
  try {
    const signal = AbortSignal.timeout(timeout);
    const answer = await fetch(form.action, { method: 'POST', headers: { 'In-Place': '1' }, body, signal });
    const to = answer.headers.get('Go-To');
    if (to !== null) return location.assign(to);
    if (showScreen(await answer.text())) return;
  } catch {
    // The connection failed, or no answer came in time.
  }
  showIdle();
  showFailure(form);
}

function showBusy(form: HTMLFormElement, fields: HTMLFieldSetElement): () => void {
  const button = form.querySelector<HTMLElement>('[data-busy]');
  const idle = button?.textContent ?? '';
  if (button) button.textContent = button.dataset['busy'] ?? idle;
  fields.disabled = true;
  return () => {
    fields.disabled = false;
    if (button) button.textContent = idle;
  };
}

/** @returns false for an answer that is none of these screens, such as that of a proxy */
function showScreen(html: string): boolean {
  const page = new DOMParser().parseFromString(html, 'text/html');
  const screen = page.querySelector('main[data-auth]');
  if (!screen) return false;
  const focused = screen.querySelector<HTMLElement>('[autofocus]');
  // The browser would try it, too, and report that something else has the focus.
  focused?.removeAttribute('autofocus');
  document.title = page.title;
  document.querySelector('main')?.replaceWith(screen);
  focused?.focus();
  return true;
}

/** Shows above a form that it failed. @param message instead of the form's own */
export function showFailure(form: HTMLFormElement, message?: string): void {
  removeFailure();
  const notice = form.querySelector('template')?.content.firstElementChild?.cloneNode(true);
  if (!(notice instanceof Element)) return;
  if (message !== undefined && notice.lastElementChild) notice.lastElementChild.textContent = message;
  form.prepend(notice);
}

/** Before the next attempt, of whichever form. */
export function removeFailure(): void {
  document.querySelector('main [role=alert]')?.remove();
}
