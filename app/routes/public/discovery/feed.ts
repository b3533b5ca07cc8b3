import { href } from 'react-router';

import type { Route } from './+types/feed';
import { readSiteWords } from '#app/http/site-words.ts';
import { feedResponse } from './feed-response.ts';

export function loader({ context }: Route.LoaderArgs) {
  const { general, blog } = readSiteWords(context, ['general', 'blog']);
  const { heading, description } = blog;
  const channel = {
    home: href('/blog'),
    path: href('/rss.xml'),
    title: `${general.name}: ${heading}`,
    description,
  };
  return feedResponse(context, 'post', channel);
}
