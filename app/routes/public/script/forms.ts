/** The script of pages with a form, in addition to `main.ts`. */
import { sendInPlace } from './form-in-place.ts';

for (const form of document.querySelectorAll<HTMLFormElement>('form[data-busy]')) sendInPlace(form);
