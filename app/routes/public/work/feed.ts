import { href } from 'react-router';

import type { Route } from './+types/feed';
import { readSiteWords } from '#app/http/site-words.ts';
import { feedResponse } from '../discovery/feed-response.ts';

/** The case studies, which are not in the feed of the blog. No page names it: it is for who asks for it. */
export function loader({ context }: Route.LoaderArgs) {
  const { name } = readSiteWords(context, ['general']).general;
  const channel = { home: href('/work'), path: href('/work/rss.xml'), title: `${name}: Work` };
  return feedResponse(context, 'case_study', { ...channel, description: `Case studies of ${name}.` });
}
