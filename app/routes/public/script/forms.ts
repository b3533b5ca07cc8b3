/** What script adds to a page with a form, beside `main.ts`. */
import { sendInPlace } from './form-in-place.ts';

for (const form of document.querySelectorAll<HTMLFormElement>('form[data-busy]')) sendInPlace(form);
