/** The script of the screens before the admin. Their forms and links work without it. */
import { canHavePasskeys } from '#app/routes/admin/factors/webauthn.ts';
import { tellOtherTabs } from '#app/routes/admin/factors/sign-in-channel.ts';
import { sendFormsInPlace } from './form-in-place.ts';
import { askForPasskeys, suggestPasskeys } from './passkey-sign-in.ts';
import { showPasswords } from './show-passwords.ts';

sendFormsInPlace();
showPasswords();
const page = document.documentElement;
if (canHavePasskeys({ hostname: location.hostname, isSecure: isSecureContext })) {
  askForPasskeys();
  void suggestPasskeys();
} else page.dataset['noPasskeys'] = '';
if (document.querySelector('[data-signed-in]')) tellOtherTabs();
// Back here with the browser's button: the screen was left while it was sending.
addEventListener('pageshow', ({ persisted }) => persisted && location.reload());
// From now on buttons work (`admin.css`).
page.dataset['ready'] = '';
