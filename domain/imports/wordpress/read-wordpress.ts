import { decoded } from '#domain/redirects/path.ts';
import { parseUrl } from '#domain/fields/parse-url.ts';
import { importItem, type ImportItem } from '../import-item.ts';
import type { ImportReader } from '../import-reader.ts';
import type { SourceFile } from '../import-source.ts';
import { decodedPath, lineOf, wordsOf } from '../plain-words.ts';
import type { SourceState } from '../public-state.ts';
import { readRecords, type Record } from './read-xml.ts';
import { wordpressBody, type Attachment, type Attachments } from './wordpress-body.ts';

type Index = {
  site: string;
  attachments: Attachments;
  authors: Map<string, { name: string; email: string; slug: string }>;
  /** The slug of the parent of a category, by its own. */
  parents: Map<string, string>;
};

/** A WordPress export in one or several files. It is read once for what its texts refer to, and once for each time that they are asked for. */
export async function readWordpress(parts: readonly SourceFile[]): Promise<ImportReader> {
  const index = await readIndex(parts);
  return {
    system: 'WordPress',
    site: index.site,
    texts: parts,
    fileOf: () => null,
    async *items() {
      for await (const record of readRecords(parts))
        if (record.name === 'item' && !silentTypes.has(typeOf(record)))
          yield { place: placeOf(record), read: () => itemOf(record, index) };
    },
  };
}

async function readIndex(parts: readonly SourceFile[]): Promise<Index> {
  const index: Index = {
    site: '',
    attachments: { byId: new Map(), byPost: new Map() },
    authors: new Map(),
    parents: new Map(),
  };
  for await (const { name, texts, meta } of readRecords(parts)) {
    const text = (key: string) => texts.get(key) ?? '';
    if (name === 'wp:base_blog_url') index.site = text(name).trim();
    else if (name === 'link' && index.site === '') index.site = text(name).trim();
    else if (name === 'wp:author') {
      const display = text('wp:author_display_name') || text('wp:author_login');
      index.authors.set(text('wp:author_login'), {
        slug: text('wp:author_login').trim(),
        name: lineOf(display),
        email: text('wp:author_email'),
      });
    } else if (name === 'wp:category')
      index.parents.set(
        decodedPath(text('wp:category_nicename')),
        decodedPath(text('wp:category_parent').trim()),
      );
    else if (text('wp:post_type') === 'attachment') {
      const attachment: Attachment = {
        address: text('wp:attachment_url') || text('guid'),
        alt: meta.get('_wp_attachment_image_alt') ?? '',
        caption: wordsOf(text('excerpt:encoded')),
      };
      index.attachments.byId.set(text('wp:post_id'), attachment);
      const parent = text('wp:post_parent');
      const ofPost = index.attachments.byPost.get(parent) ?? [];
      if (parent !== '0') index.attachments.byPost.set(parent, [...ofPost, attachment].slice(-500));
    }
  }
  return index;
}

/** Part of every export, and no text that anybody wrote. */
const silentTypes = new Set(['attachment', 'nav_menu_item', 'revision', 'wp_global_styles', 'wp_navigation']);

function typeOf({ texts }: Record): string {
  return (texts.get('wp:post_type') ?? '').trim();
}

function placeOf(record: Record): string {
  return `${typeOf(record)} ${(record.texts.get('wp:post_id') ?? '').trim()}`;
}

function itemOf(record: Record, index: Index): ImportItem {
  const { texts, terms, meta } = record;
  const text = (key: string) => (texts.get(key) ?? '').trim();
  const type = typeOf(record);
  const id = text('wp:post_id');
  const kind = type === 'page' ? 'page' : 'post';
  const item = importItem({
    id,
    place: placeOf(record),
    kind,
    title: lineOf(text('title')),
    // One that was cut within a character is made again from the title.
    slug: decoded(text('wp:post_name')) ?? '',
    addresses: addressesOf(text('link'), text('guid'), id, kind, index.site),
    state: stateOf(record),
    categories: termsOf(terms, 'category').map((term) => ({
      ...term,
      path: pathOfTerm(term.slug, index.parents),
    })),
    tags: termsOf(terms, 'post_tag'),
    authors: [
      index.authors.get(text('dc:creator')) ?? {
        name: text('dc:creator'),
        email: '',
        slug: text('dc:creator'),
      },
    ].filter(({ name }) => name !== ''),
    fields: {
      excerpt: wordsOf(text('excerpt:encoded')),
      featured: text('wp:is_sticky') === '1',
      ...seoOf(meta),
    },
    featuredImage: index.attachments.byId.get(meta.get('_thumbnail_id') ?? '') ?? null,
  });
  if (type !== 'post' && type !== 'page') return { ...item, skipped: `This site has no kind "${type}".` };
  return {
    ...item,
    html: wordpressBody(texts.get('content:encoded') ?? '', id, index.attachments, item.notes),
  };
}

/** Meta fields by which plugins for members say who may read a text. */
const readersMeta = /access_role|wpmem_block|restrict|paywall|members?_only/i;

/** With the readers that Jetpack and plugins for members let see it. */
function stateOf({ texts, meta }: Record): SourceState {
  const text = (key: string) => (texts.get(key) ?? '').trim();
  const status = text('wp:status');
  const isScheduled = status === 'future';
  return {
    marks: [
      { name: 'status', value: isScheduled ? 'publish' : status, publicIf: 'public state' },
      ...Array.from(meta, ([name, value]) => ({ name, value, publicIf: 'no' as const })).filter(
        ({ name, value }) => readersMeta.test(name) && !/^(?:|0|none|all|a:0:\{\})$/i.test(value.trim()),
      ),
      { name: 'password', value: text('wp:post_password') === '' ? 'no' : 'yes', publicIf: 'no' },
      {
        name: 'readers',
        value: meta.get('_jetpack_newsletter_access') || 'everybody',
        publicIf: 'public state',
      },
    ],
    isScheduled,
    // Seconds since 1970, of Post Expirator.
    until: [meta.get('_expiration-date') ?? ''].filter((seconds) => seconds !== ''),
    date: dateOf(text('wp:post_date_gmt'), text('wp:post_date'), text('pubDate')),
  };
}

const nowhere = 'http://old.invalid';

function termsOf(terms: Record['terms'], domain: string) {
  return terms
    .filter((term) => term.domain === domain && term.name.trim() !== '')
    .map(({ name, slug }) => ({ name: lineOf(name), slug: decodedPath(slug) }));
}

/** The slugs of a category and those above it. */
function pathOfTerm(slug: string, parents: Index['parents']): string {
  const path: string[] = [];
  for (let one = slug; one !== '' && path.length < 10; one = parents.get(one) ?? '') path.unshift(one);
  return path.join('/');
}

function dateOf(gmt: string, local: string, feed: string): string | null {
  if (/^\d{4}-/.test(gmt) && !gmt.startsWith('0000')) return `${gmt}Z`;
  if (local !== '' && !local.startsWith('0000')) return local;
  return feed === '' || feed.includes('-0001') ? null : feed;
}

/** The permalink, the short links with the id, and what the export calls its identity. */
function addressesOf(link: string, guid: string, id: string, kind: 'post' | 'page', site: string): string[] {
  const host = parseUrl(site)?.host;
  const own = [link, guid].flatMap((address, index) => {
    // The links of Squarespace have no host.
    const url = parseUrl(address, index === 0 && address !== '' ? (parseUrl(site) ?? nowhere) : undefined);
    return url !== null && (host === undefined || url.host === host)
      ? [url.pathname.replace(/\/{2,}/g, '/') + url.search]
      : [];
  });
  return [...new Set([...own, `/?p=${id}`, ...(kind === 'page' ? [`/?page_id=${id}`] : [])])];
}

/** Fields of the plugins Yoast SEO, Rank Math and All in One SEO keep; their placeholders are left out. */
function seoOf(meta: Record['meta']) {
  const first = (...keys: string[]) =>
    keys.map((key) => meta.get(key)?.trim() ?? '').find((value) => value !== '' && !/%%?\w+%/.test(value)) ??
    '';
  return {
    metaDescription: first('_yoast_wpseo_metadesc', 'rank_math_description', '_aioseo_description'),
    socialTitle: first('_yoast_wpseo_opengraph-title', 'rank_math_facebook_title', '_aioseo_og_title'),
    canonicalUrl: first('_yoast_wpseo_canonical', 'rank_math_canonical_url'),
    noindex:
      meta.get('_yoast_wpseo_meta-robots-noindex') === '1' ||
      /noindex/.test(meta.get('rank_math_robots') ?? ''),
  };
}
