type Text = { n: number; state: 'public' | 'draft' | 'scheduled'; isPage: boolean; day: string };
type Files = Readonly<Record<string, string>>;

/** Texts of every state, some of them pages; every system has another number of them. */
export function textsOf(system: number): Text[] {
  const states = [
    ...Array<'public'>(4 + system).fill('public'),
    ...Array<'draft'>(2 + (system % 3)).fill('draft'),
    'scheduled' as const,
  ];
  return states.map((state, n) => ({
    n,
    state,
    isPage: state === 'public' && n % 4 === 3,
    day: state === 'scheduled' ? '2999-05-06' : `2019-07-${String(n + 1).padStart(2, '0')}`,
  }));
}

function wxr(texts: readonly Text[], linkOf: (text: Text) => string): string {
  const items = texts.map((text) => {
    const { n, state, isPage, day } = text;
    const status = { public: 'publish', draft: n % 2 === 0 ? 'draft' : 'private', scheduled: 'future' }[
      state
    ];
    return `<item><title>Text ${n}</title><link>${linkOf(text)}</link><wp:post_id>${n + 1}</wp:post_id>
      <wp:post_type>${isPage ? 'page' : 'post'}</wp:post_type><wp:status>${status}</wp:status>
      <wp:post_date_gmt>${day} 10:00:00</wp:post_date_gmt><content:encoded><![CDATA[Words of ${n}.]]></content:encoded></item>`;
  });
  const image =
    '<item><title>a.jpg</title><wp:post_id>901</wp:post_id><wp:post_type>attachment</wp:post_type></item>';
  return `<?xml version="1.0"?><rss xmlns:wp="http://wordpress.org/export/1.2/"><channel><link>https://old.test</link>${items.join('')}${image}</channel></rss>`;
}

function markdown(
  texts: readonly Text[],
  pathOf: (text: Text) => string,
  draft: string,
  body: string,
): Files {
  return Object.fromEntries(
    texts.map((text) => [
      pathOf(text),
      `---\nlayout: ${text.isPage ? 'page' : 'post'}\ntitle: "Text ${text.n}"\ndate: ${text.day} 10:00\n${text.state === 'draft' ? `${draft}\n` : ''}---\n${body}\n`,
    ]),
  );
}

function ghost(texts: readonly Text[]): string {
  const posts = texts.map(({ n, state, isPage, day }) => ({
    id: n + 1,
    title: `Text ${n}`,
    slug: `text-${n}`,
    type: isPage ? 'page' : 'post',
    visibility: state === 'draft' && n % 2 === 0 ? 'members' : 'public',
    status: { public: 'published', draft: n % 2 === 0 ? 'published' : 'draft', scheduled: 'scheduled' }[
      state
    ],
    published_at: `${day}T10:00:00.000Z`,
    html: `<p>Words of ${n}.</p>`,
  }));
  return JSON.stringify({ db: [{ meta: {}, data: { posts } }] });
}

const inPosts = (ending: string) => (text: Text) =>
  text.isPage ? `page-${text.n}.md` : `_posts/${text.day}-text-${text.n}.${ending}`;

/** Small exports of the kinds that people move in from, each beside one file that no reader takes. */
export const smallExports: Readonly<Record<string, (texts: readonly Text[]) => Files>> = {
  'WordPress.com': (texts) => ({ 'a.xml': wxr(texts, ({ n, day }) => `https://old.test/${day.replaceAll('-', '/')}/text-${n}/`) }),
  Octopress: (texts) => ({
    'source/_config.yml': 'timezone: Asia/Shanghai\n',
    ...markdown(texts, ({ n, day, isPage }) => (isPage ? `source/page-${n}/index.markdown` : `source/_posts/${day}-中-${n}.markdown`), 'published: false', '{% codeblock lang:rb %}\nx\n{% endcodeblock %}'),
  }),
  Jekyll: (texts) => ({ '_config.yml': 'title: A\n', ...markdown(texts, inPosts('md'), 'published: no', 'Words.\n{: .lead}') }),
  'Jekyll with drafts': (texts) => ({
    '_config.yml': 'defaults: [{scope: {path: ""}, values: {author: Ann}}]\n',
    ...markdown(texts, (text) => (text.state === 'draft' ? `_drafts/text-${text.n}.md` : inPosts('markdown')(text)), 'tags: [a]', '{% include x.html %}Words.'),
  }),
  Squarespace: (texts) => ({ 'a.xml': wxr(texts, ({ n }) => `/blog/text-${n}`) }),
  'WordPress in parts': (texts) => ({
    'a.000.xml': wxr(texts.slice(0, 3), ({ n }) => `https://old.test/?p=${n}`),
    'a.001.xml': wxr(texts.slice(3), ({ n }) => `https://old.test/?p=${n}`),
  }),
  Ghost: (texts) => ({ 'data/a.json': ghost(texts) }),
}; // prettier-ignore
