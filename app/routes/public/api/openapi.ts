import type { Route } from './+types/openapi';
import { siteContext } from '#app/http/request-context.ts';
import { readSiteWords } from '#app/http/site-words.ts';
import { openApi } from '#domain/read-api/openapi.ts';
import { jsonAnswer } from './answer.ts';

/** The description of the content that programs can read. */
export function loader({ context }: Route.LoaderArgs) {
  const { name } = readSiteWords(context, ['general']).general;
  return jsonAnswer(openApi({ name, origin: context.get(siteContext).origin }));
}
