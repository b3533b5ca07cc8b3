import {
  getPasskey,
  loadPasskeyRequest,
  passkeyError,
  passkeyMessages,
  supportsPasskeys,
} from '#app/routes/admin/factors/webauthn.ts';
import { removeFailure, showFailure } from './form-in-place.ts';

/** Milliseconds; shorter than a challenge is valid. */
const offeredFor = 9 * 60_000;

let current: AbortController | undefined;

/** Signs in with a passkey by its button; the screen's action answers what the server says about it. */
export function askForPasskeys(): void {
  document.addEventListener('click', ({ target }) => {
    const form = target instanceof Element && target.closest('[data-passkey]') ? passkeyForm() : null;
    if (!form) return;
    removeFailure();
    if (supportsPasskeys()) void ask(false);
    else showFailure(form, passkeyMessages.unsupported);
  });
}

/** Lets the browser suggest passkeys at the email field, as long as the screen is open. */
export async function suggestPasskeys(): Promise<void> {
  if (!passkeyForm() || !supportsPasskeys()) return;
  if (!(await PublicKeyCredential.isConditionalMediationAvailable())) return;
  void ask(true);
  setInterval(() => void ask(true), offeredFor);
}

/** At most one request at a time: the browser refuses a second one. */
async function ask(isOffered: boolean): Promise<void> {
  current?.abort();
  const controller = new AbortController();
  current = controller;
  const { signal } = controller;
  try {
    const address = passkeyButton()?.dataset['passkey'] ?? '';
    const credential = await getPasskey(await loadPasskeyRequest(address, signal), { isOffered, signal });
    if (credential !== null) submit(credential);
  } catch (error) {
    const [form, message] = [passkeyForm(), passkeyError(error)];
    if (form && !isOffered && message !== null) showFailure(form, message);
  }
}

function submit(credential: string): void {
  const form = passkeyForm();
  const field = form?.elements.namedItem('credential');
  if (field instanceof HTMLInputElement) field.value = credential;
  form?.requestSubmit();
}

/** Asked for each time: an answer of the server puts another one in its place. */
function passkeyForm(): HTMLFormElement | null {
  return passkeyButton()?.form ?? null;
}

function passkeyButton(): HTMLButtonElement | null {
  return document.querySelector<HTMLButtonElement>('[data-passkey]');
}
