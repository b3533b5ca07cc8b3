import { parseJson } from '#domain/fields/parse-json.ts';

/** The changes of a form to an image before they are saved, as one text. Pure: runs in the browser too. */

const names = ['src', 'alt', 'isDecoration', 'caption'] as const;

/** The fields that were changed, as a form sends them; `src` is the address of the image that they are about. */
export type ImageDescription = Partial<Record<(typeof names)[number], string>>;

/** @param src what is said about another image is left out */
export function readDescription(text: string | null, src?: string | null): ImageDescription {
  const read = parseJson(text ?? '');
  const fields: ImageDescription = {};
  for (const name of names) {
    const value = typeof read === 'object' && read !== null ? Reflect.get(read, name) : undefined;
    if (typeof value === 'string') fields[name] = value;
  }
  return src === undefined || fields.src === src ? fields : {};
}

/** The same text for the same fields. */
export function writeDescription(fields: ImageDescription): string {
  return JSON.stringify(fields, [...names]);
}
