// oxlint-disable-next-line import/default -- the rule reads forms.ts; `?worker&url` makes it the address of a script bundled on its own
import script from '../script/forms.ts?worker&url';

/** For a page with a form: it reports in place. */
export function FormScript() {
  return <script type="module" src={script} />;
}
