import { data } from 'react-router';

/** Maximum number of fields of a form besides its lists. No form of this site has as many. */
const maxFields = 50;

/**
 * The form that an action was sent.
 * @param listItems how many values the lists of this form may have together
 * @throws for the router to answer: 400 for too many fields, 405 for another method than POST, 415 for a body that is no
 *   form
 */
export async function readForm(request: Request, listItems = 0): Promise<FormData> {
  requirePost(request);
  const form = await parseForm(request, listItems);
  if (form === 'no-form') throw data(null, { status: 415 });
  if (form === 'too-many-fields') throw data(null, { status: 400 });
  return form;
}

/** Reads a form of at most 50 fields, and `listItems` more: each value of a list counts as a field. */
export async function parseForm(
  request: Request,
  listItems = 0,
): Promise<FormData | 'no-form' | 'too-many-fields'> {
  const max = maxFields + listItems;
  try {
    if (isUrlEncoded(request)) {
      const text = await request.text();
      // Checked before they are parsed: a megabyte can hold 500,000.
      if (separators(text, max) >= max) return 'too-many-fields';
      const form = new FormData();
      for (const [name, value] of new URLSearchParams(text)) form.append(name, value);
      return form;
    }
    const form = await request.formData();
    return [...form].length > max ? 'too-many-fields' : form;
  } catch {
    return 'no-form';
  }
}

function isUrlEncoded({ headers }: Request): boolean {
  return /^application\/x-www-form-urlencoded\s*(?:;|$)/i.test(headers.get('content-type') ?? '');
}

/** Number of `&`, counted up to `max`. */
function separators(text: string, max: number): number {
  let count = 0;
  for (let at = text.indexOf('&'); at !== -1 && count < max; at = text.indexOf('&', at + 1)) count += 1;
  return count;
}

/** For an action whose form is sent by POST: the router also calls it for PUT, PATCH and DELETE. */
export function requirePost({ method }: Request): void {
  if (method !== 'POST') throw data(null, { status: 405, headers: { Allow: 'GET, HEAD, POST' } });
}
