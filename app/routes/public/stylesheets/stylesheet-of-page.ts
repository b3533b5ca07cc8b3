import blocks from '#app/blocks.css?url';
import { fieldOf } from '#app/http/field-of.ts';
import { hasBlocks } from '#domain/html/blocks.ts';
import home from './home.css?url';
import other from './public.css?url';
import reading from './reading.css?url';
import styledReading from './styled-reading.css?url';

type Matches = readonly { handle: unknown; loaderData: unknown }[];

/** The home page exports it as its `handle`; a preview of it has it in its data, as `look`. */
export const looksLikeHome = { look: 'home' } as const;

/** The style sheet of the matched page. There are several so that no page loads the rules of another. */
export function stylesheetOf(matches: Matches): string {
  const isHome = matches.some(
    ({ handle, loaderData }) =>
      handle === looksLikeHome || fieldOf(loaderData, 'look') === looksLikeHome.look,
  );
  if (isHome) return home;
  const html = bodyOf(matches);
  if (html === null) return other;
  return isStyled(html) ? styledReading : reading;
}

/** The further style sheet of a page whose body has blocks of the editor; null for every other page. */
export function blockStylesheetOf(matches: Matches): string | null {
  return hasBlocks(bodyOf(matches) ?? '') ? blocks : null;
}

/** Whether a body needs `app/prose.css`: it has marks, videos, or classes other than those of code and images. */
export function isStyled(html: string): boolean {
  return /<(?:mark|iframe)\b|<(?!code\b|pre\b)[a-z0-9]+ (?:[^>]*\s)?class="(?!anchor"|wide"|c-|block-[a-z-]+")/.test(
    html,
  );
}

/** The text of the page, where it has one: the `body` that its loader laid out. */
function bodyOf(matches: Matches): string | null {
  const bodies = matches.map(({ loaderData }) => fieldOf(fieldOf(loaderData, 'body'), 'html'));
  return bodies.find((html) => typeof html === 'string') ?? null;
}
