import { data, href } from 'react-router';

import type { Route } from './+types/newsletter-preferences';
import { textField } from '#app/http/form-fields.ts';
import { parseForm } from '#app/http/read-form.ts';
import { domainContext } from '#app/http/request-context.ts';
import { requirePost } from '#app/http/require-post.ts';
import { failureOf } from '#app/http/respond.ts';
import { readSiteWords } from '#app/http/site-words.ts';
import { changePreferences, maxChosen, readPreferences } from '#domain/newsletter/preferences.ts';
import { joinedLists } from '../forms/form-result.ts';
import { publicMeta } from '../frame/public-page.ts';
import { useWords } from '../frame/site-words.ts';
import { CategoryBoxes } from './category-boxes.tsx';
import { newsletterTexts } from './newsletter-texts.ts';
import { linkHeaders, tokenFromUrl } from './subscriber-link.ts';

const { preferences: texts, newestLink } = newsletterTexts;

export async function loader({ url, context }: Route.LoaderArgs) {
  const { token } = tokenFromUrl(url);
  const headers = linkHeaders();
  try {
    const preferences = await readPreferences(context.get(domainContext), token);
    return data({ token, preferences, message: null }, { headers });
  } catch (error) {
    const { status, message } = failureOf(
      error,
      readSiteWords(context, ['blog']).blog.newsletterFailure,
      context,
    );
    return data({ token, preferences: null, message }, { status, headers });
  }
}

export async function action({ request, url, context }: Route.ActionArgs) {
  requirePost(request);
  const headers = linkHeaders();
  const form = await parseForm(request, maxChosen);
  if (typeof form === 'string') throw data(null, { status: 400 });
  const { token } = tokenFromUrl(url);
  try {
    const input = { scope: textField(form, 'scope'), ...joinedLists(form, ['categories']) };
    await changePreferences(context.get(domainContext), token, input);
    return data({ message: null }, { headers });
  } catch (error) {
    const { status, message } = failureOf(error, texts.failure, context);
    return data({ message }, { status, headers });
  }
}

export const headers = linkHeaders;

export function meta({ matches }: Route.MetaArgs) {
  return [
    ...publicMeta(matches, {
      path: href('/newsletter/preferences'),
      title: texts.heading,
      description: texts.question,
    }),
    { name: 'robots', content: 'noindex, nofollow' },
  ];
}

/** What the link in every email opens: everything, some categories, or the way to unsubscribe. */
export default function NewsletterPreferences({ loaderData, actionData }: Route.ComponentProps) {
  const { preferences, token, message } = loaderData;
  const words = useWords('blog');
  return (
    <section className="page-width page-header link-page">
      <h1>{texts.heading}</h1>
      {actionData && (
        <div
          className={actionData.message === null ? 'notice ok' : 'notice'}
          role={actionData.message === null ? 'status' : 'alert'}
        >
          <p>{actionData.message ?? texts.done}</p>
        </div>
      )}
      {preferences === null && (
        <>
          <p className="lead">{message}</p>
          <p>{newestLink}</p>
        </>
      )}
      {preferences?.isSubscribed === false && (
        <>
          <p className="lead">{texts.ended}</p>
          <p>
            <a className="button" href={href('/newsletter')}>
              {words.newsletterPage}
            </a>
          </p>
        </>
      )}
      {preferences?.isSubscribed === true && <Choice token={token} {...preferences} />}
    </section>
  );
}

function Choice({
  token,
  onlyCategories,
  categories,
}: {
  token: string;
  onlyCategories: boolean;
  categories: readonly { name: string; slug: string; isChosen: boolean }[];
}) {
  return (
    <form method="post" className="preferences">
      <fieldset>
        <legend className="lead">{texts.question}</legend>
        <label>
          <input type="radio" name="scope" value="everything" defaultChecked={!onlyCategories} />
          {texts.everything}
        </label>
        {categories.length > 0 && (
          <label>
            <input type="radio" name="scope" value="categories" defaultChecked={onlyCategories} />
            {texts.categories}
          </label>
        )}
        {categories.length > 0 && <CategoryBoxes legend={texts.boxes} categories={categories} />}
      </fieldset>
      <div className="actions">
        <button className="button" type="submit">
          Save preferences
        </button>
        <a href={`${href('/newsletter/unsubscribe')}?token=${encodeURIComponent(token)}`}>
          {useWords('blog').unsubscribeHeading}
        </a>
      </div>
    </form>
  );
}
