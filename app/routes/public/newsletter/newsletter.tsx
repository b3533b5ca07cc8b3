import { data, href } from 'react-router';

import type { Route } from './+types/newsletter';
import { domainContext, reportErrorContext } from '#app/http/request-context.ts';
import { listCategoriesInUse } from '#domain/posts/list-categories-in-use.ts';
import { subscribe } from '#domain/newsletter/subscribe.ts';
import { runFormAction, formHeaders } from '../forms/form-result.ts';
import { NewsletterBox, newsletterFailure } from './newsletter-box.tsx';
import { publicMeta } from '../frame/public-page.ts';
import { useWords, wordsOf } from '../frame/site-words.ts';

/** Without the database the page offers no categories; what was typed into it is kept. */
export async function loader({ context }: Route.LoaderArgs) {
  const ctx = context.get(domainContext);
  const sendsEmail = ctx.mail.isSetUp;
  try {
    return data({ sendsEmail, categories: await listCategoriesInUse(ctx) });
  } catch (error) {
    context.get(reportErrorContext)(error);
    return data({ sendsEmail, categories: [] }, { status: 503 });
  }
}

export function action({ request, context }: Route.ActionArgs) {
  return runFormAction(request, context, {
    lists: ['categories'],
    store: (fields) => subscribe(context.get(domainContext), fields),
    failure: newsletterFailure,
  });
}

export const headers = formHeaders;

export function meta({ matches }: Route.MetaArgs) {
  const words = wordsOf(matches, 'blog');
  return publicMeta(matches, {
    path: href('/newsletter'),
    title: words.newsletterPage,
    description: words.newsletterText,
  });
}

/** What the newsletter box opens without script. */
export default function Newsletter({ actionData: result, loaderData }: Route.ComponentProps) {
  const { newsletterPage, confirmationSent, subscribed } = useWords('blog');
  return (
    <>
      <header className="page-width page-header">
        <h1>{newsletterPage}</h1>
      </header>
      <NewsletterBox
        categories={loaderData.categories}
        result={result}
        success={loaderData.sendsEmail ? confirmationSent : subscribed}
      />
    </>
  );
}
