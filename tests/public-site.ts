import { sql } from 'kysely';

import { createCategory, createTag, createTerm } from '#domain/taxonomy/create-term.ts';
import type { Database } from '#db/client.ts';
import { addPost, contextAs } from './factories.ts';

const word = 'Donaudampfschifffahrtselektrizitätenhauptbetriebswerkbauunterbeamtengesellschaft';

/** A body with everything that an article can hold. */
export const richBody = `
<h2>First part</h2><p>Words with <strong>weight</strong>, <em>stress</em>, <code>code</code> and <a href="https://example.com/">a link</a>.</p>
<ul><li>one</li><li>two<ol><li>inner</li></ol></li></ul>
<h2>Second part</h2><blockquote><p>A quotation that is worth more room than a line.</p></blockquote>
<pre><code class="language-ts">const answer: number = 42; // ${'a long comment '.repeat(12)}</code></pre>
<table><thead><tr>${['Case', 'Before', 'After', 'Change', 'Remark', 'Source'].map((name) => `<th>${name}</th>`).join('')}</tr></thead>
<tbody><tr>${'<td>12,345</td>'.repeat(6)}</tr></tbody></table>
<h2>Third part</h2><h3>${word}</h3><p>${word} ${'and so on '.repeat(60)}</p>
<figure><img src="/storage/blog-images/none/none.png" alt="An image that is missing"><figcaption>A caption stays.</figcaption></figure>
<h4>Smaller</h4><p dir="rtl">קודם מקשיבים, אחר כך כותבים קוד</p><hr><details><summary>More</summary><p>Folded away.</p></details>`;

/**
 * The content of a public site in use: two featured posts and one too many, fourteen in all, one with everything in
 * it, one with long words, one from right to left, one without a body, one whose image is missing; and two case studies, one
 * with long words in every fact and one without any.
 */
export async function fillPublicSite(db: Database): Promise<void> {
  const author = await contextAs(db, 'editor');
  await sql`update profiles set display_name = 'Ada Author'
    where user_id = ${author.actor.userId}`.execute(db);
  await createTerm(author, 'author', {
    name: 'Ada Author',
    role: word,
    bio: `${word} ${'and so on '.repeat(20)}`,
    links: [
      { label: word.slice(0, 60), address: 'https://example.com/' },
      { label: 'Code', address: 'https://example.org/' },
    ],
    userId: author.actor.userId,
  });
  const category = await createCategory(author, { name: 'Engineering' });
  await createCategory(author, { name: 'Nothing here' });
  const tag = await createTag(author, { name: 'Tools' });

  const publish = (fields: Record<string, unknown>, day: string) =>
    addPost(author, {
      published: 'true',
      publishedAt: `${day}T08:00`,
      categoryId: category.id,
      authorId: author.actor.userId,
      ...fields,
    });

  for (let n = 1; n <= 7; n += 1) {
    await publish({ slug: `post-${n}`, title: `Post ${n}`, excerpt: `About ${n}.` }, `2026-01-0${n}`);
  }
  await publish({ slug: 'empty', title: 'Without a body', content: '', categoryId: '' }, '2026-02-01');
  await publish(
    { slug: 'rtl', title: 'קודם מקשיבים', excerpt: 'שתי שאלות', content: '<p>שלום</p>' },
    '2026-02-02',
  );
  await publish(
    {
      slug: 'long-words',
      title: `${word} ${word} ${word}`,
      excerpt: `${word} `.repeat(9),
      content: `<p>${word}</p>`,
    },
    '2026-02-03',
  );
  await publish({ slug: 'featured-old', title: 'Featured long ago', featured: 'true' }, '2026-02-04');
  await publish(
    {
      slug: 'featured-1',
      title: `A featured title ${'that goes on '.repeat(20)}`,
      excerpt: 'An excerpt that goes on '.repeat(40),
      featured: 'true',
    },
    '2026-02-05',
  );
  await publish(
    {
      slug: 'rich',
      title: 'Everything at once',
      excerpt: 'A post with all that a post can hold.',
      content: richBody,
      featured: 'true',
      displayPublishedAt: '2025-12-31',
      tagIds: [tag.id],
    },
    '2026-02-06',
  );
  const caseStudy = { kind: 'case_study', categoryId: '', tagIds: [tag.id] };
  const words = {
    industry: word,
    services: `${word}\n${word.slice(9)}`,
    technologies: `${word}\nC`,
    year: '2026',
  };
  const results = ['99,999,999,999', word.slice(0, 20), '−38%'].map((figure) => ({ figure, label: word }));
  await publish(
    {
      ...caseStudy,
      ...words,
      slug: 'long-work',
      title: `${word} ${word}`,
      client: word,
      content: richBody,
      results: JSON.stringify(results),
      quote: `${word} ${'and so on '.repeat(20)}`,
      quoteName: word,
      quoteRole: word,
      link: 'https://example.com/',
    },
    '2026-02-08',
  );
  await publish({ ...caseStudy, slug: 'bare-work', title: 'It', client: 'A' }, '2026-02-09');
  const broken = await publish({ slug: 'broken-image', title: 'A missing image' }, '2026-02-07');
  await sql`update blog_posts set featured_image = '/storage/blog-images/none/none.png'
    where id = ${broken.id}`.execute(db);
}
