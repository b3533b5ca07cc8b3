// oxlint-disable-next-line import/default -- the rule reads forms.ts; `?worker&url` makes it the address of a script bundled on its own
import script from '../script/forms.ts?worker&url';

/** The script for pages with a form: submits it without leaving the page. */
export function FormScript() {
  return <script type="module" src={script} />;
}
