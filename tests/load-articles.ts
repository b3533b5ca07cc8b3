import { randomUUID } from 'node:crypto';

import type { Database } from '#db/client.ts';
import { analyzeTables } from '#db/queries/server-facts.ts';
import { createAdminAccount } from '#domain/accounts/invitations/create-admin-account.ts';
import { createCategory, createTag } from '#domain/taxonomy/create-term.ts';
import type { Article } from './articles.ts';
import { addPost, contextAs, contextOn, plainHash } from './factories.ts';

/** Bodies, dates, authors, tags and categories as the articles say, several at a time. */
export async function loadArticles(db: Database, articles: Article[]): Promise<Map<Article, string>> {
  const ctx = await contextAs(db, 'admin');
  const authors = new Map<string, string>();
  for (const name of new Set(articles.flatMap((article) => article.authors.slice(0, 1)))) {
    const account = { email: `${randomUUID()}@firm.test`, password: 'correct horse', displayName: name };
    authors.set(name, (await createAdminAccount(contextOn(db), plainHash, account, 'editor')).userId);
  }
  const tags = new Map<string, string>();
  for (const name of new Set(articles.flatMap((article) => article.tags))) {
    tags.set(name, (await createTag(ctx, { name })).id);
  }
  const category = await createCategory(ctx, { name: 'Archive' });

  const slugs = new Map<Article, string>();
  const waiting = articles.values();
  const worker = async () => {
    for (const article of waiting) {
      const { slug } = await addPost(ctx, {
        ...fieldsOf(article),
        displayPublishedAt: article.day,
        authorId: authors.get(article.authors[0] ?? '') ?? '',
        categoryId: category.id,
        tagIds: article.tags.map((name) => tags.get(name)).filter((id) => id !== undefined),
      });
      slugs.set(article, slug);
    }
  };
  await Promise.all([worker(), worker(), worker(), worker()]);
  await analyzeTables(db);
  return slugs;
}

/** The summary of a post in its own words, public since noon of its day. */
export function fieldsOf(article: Article) {
  return {
    title: article.title.slice(0, 300),
    slug: article.slug,
    excerpt: article.description,
    content: article.html,
    published: 'true',
    publishedAt: `${article.day}T12:00`,
  };
}
