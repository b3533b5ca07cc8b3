import blocks from '#app/blocks.css?url';
import { fieldOf } from '#app/http/field-of.ts';
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
  const body = bodyOf(matches);
  if (body === null) return other;
  return fieldOf(body, 'isStyled') === true ? styledReading : reading;
}

/** The further style sheet of a page whose body has blocks of the editor; null for every other page. */
export function blockStylesheetOf(matches: Matches): string | null {
  return fieldOf(bodyOf(matches), 'hasBlocks') === true ? blocks : null;
}

/** The text of the page, where it has one: the `body` that its loader laid out. */
function bodyOf(matches: Matches): unknown {
  const bodies = matches.map(({ loaderData }) => fieldOf(loaderData, 'body'));
  return bodies.find((body) => typeof fieldOf(body, 'html') === 'string') ?? null;
}
