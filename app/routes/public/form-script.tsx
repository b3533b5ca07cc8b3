// oxlint-disable-next-line import/default -- the bundler turns the module into its address
import script from './script/forms.ts?worker&url';

/** For a page with a form: it reports in place. */
export function FormScript() {
  return <script type="module" src={script} />;
}
