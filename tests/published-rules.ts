import { readXml, type XmlElement } from './xml.ts';

/**
 * The rules broken by a feed, of those that feed readers rely on; empty when it is valid. From the RSS 2.0
 * specification and the RSS Advisory Board's profile (rssboard.org/rss-specification, /rss-profile), as the W3C's feed
 * validator checks them (validator.w3.org/feed/docs/).
 * @param address where the feed was found.
 */
export function feedErrors(xml: string, address: string): string[] {
  const errors: string[] = [];
  const must = (holds: boolean, rule: string) => void (holds || errors.push(rule));
  const { root } = readXml(xml);
  const [channel, ...more] = root.children;
  must(root.name === 'rss' && root.attributes['version'] === '2.0', 'the root is rss, version 2.0');
  must(channel?.name === 'channel' && more.length === 0, 'there is one channel');
  if (!channel) return errors;

  must(xml.startsWith('<?xml version="1.0" encoding="UTF-8"?>'), 'the encoding is told and is UTF-8');
  for (const name of ['title', 'link', 'description']) {
    must(
      textsOf(channel, name).length === 1 && textsOf(channel, name)[0] !== '',
      `the channel has a ${name}`,
    );
  }
  must(isWebAddress(textsOf(channel, 'link')[0]), "the channel's link is a full address");
  for (const name of new Set(channel.children.map((child) => child.name))) {
    must(channelElements.has(name), `${name} is an element of a channel`);
    must(name === 'item' || textsOf(channel, name).length === 1, `the channel has one ${name}`);
  }
  must(/^[a-z]{2,3}(-[a-z0-9]+)*$/.test(textsOf(channel, 'language')[0] ?? 'en'), 'the language is a tag');
  for (const date of textsOf(channel, 'lastBuildDate')) {
    must(isMailDate(date) && Date.parse(date) <= Date.now() + 60_000, 'lastBuildDate is a date of the past');
  }
  const [self] = channel.children.filter(({ name }) => name === 'atom:link');
  must(self?.namespace === 'http://www.w3.org/2005/Atom', 'atom:link is of Atom');
  must(self?.attributes['rel'] === 'self' && self.attributes['href'] === address, 'it names its own address');
  must(self?.attributes['type'] === 'application/rss+xml', 'it names its own type');

  const items = channel.children.filter(({ name }) => name === 'item');
  const ids = items.flatMap((item) => textsOf(item, 'guid'));
  must(new Set(ids).size === items.length, 'every item has an id of its own');
  for (const item of items) {
    const title = textsOf(item, 'title')[0] ?? textsOf(item, 'description')[0] ?? '';
    const mustHere = (holds: boolean, rule: string) => must(holds, `${rule} (${title.slice(0, 60)})`);
    mustHere(title !== '', 'an item has a title or a description');
    for (const name of new Set(item.children.map((child) => child.name))) {
      mustHere(itemElements.has(name), `${name} is an element of an item`);
      mustHere(name === 'category' || textsOf(item, name).length === 1, `an item has one ${name}`);
    }
    for (const { text, attributes } of item.children.filter(({ name }) => name === 'guid')) {
      mustHere(text !== '' && (attributes['isPermaLink'] === 'false' || isWebAddress(text)), 'an id is one');
    }
    for (const link of textsOf(item, 'link')) mustHere(isWebAddress(link), 'a link is a full address');
    for (const date of textsOf(item, 'pubDate')) mustHere(isMailDate(date), 'pubDate is a date of RFC 822');
    for (const html of textsOf(item, 'content:encoded')) {
      mustHere(
        !/\s(?:href|src|poster)="(?![a-z][a-z0-9+.-]*:)/i.test(html),
        'content has full addresses only',
      );
      mustHere(!/<(?:script|meta|embed|object|applet|frame)\b/i.test(html), 'content has nothing that runs');
      mustHere(!/<[a-z][^>]*\son[a-z]+=/i.test(html), 'content has no handlers of events');
    }
  }
  return errors;
}

const channelElements = new Set(
  'title link description language copyright managingEditor webMaster pubDate lastBuildDate category generator docs cloud ttl image skipHours skipDays item atom:link'.split(
    ' ',
  ),
);
const itemElements = new Set(
  'title link description author category comments enclosure guid pubDate source dc:creator content:encoded'.split(
    ' ',
  ),
);

/** The rules that a sitemap breaks of sitemaps.org/protocol.html and its schemas, sitemap.xsd and siteindex.xsd. */
export function sitemapErrors(xml: string, origin: string): string[] {
  const errors: string[] = [];
  const must = (holds: boolean, rule: string) => void (holds || errors.push(rule));
  const { root } = readXml(xml);
  const isIndex = root.name === 'sitemapindex';
  const entry = isIndex ? 'sitemap' : 'url';
  must(isIndex || root.name === 'urlset', 'the root is urlset or sitemapindex');
  must(xml.startsWith('<?xml version="1.0" encoding="UTF-8"?>'), 'the encoding is told and is UTF-8');
  must(Buffer.byteLength(xml) <= 52_428_800, 'it has at most 50 MB');
  must(root.children.length >= 1 && root.children.length <= 50_000, 'it has 1 to 50,000 entries');
  const places = root.children.flatMap((child) => textsOf(child, 'loc'));
  must(places.length === root.children.length, 'every entry has one address');
  must(new Set(places).size === places.length, 'no address comes twice');
  for (const child of root.children) {
    const [place = ''] = textsOf(child, 'loc');
    const mustHere = (holds: boolean, rule: string) => must(holds, `${rule} (${place})`);
    mustHere(child.name === entry, `an entry is a ${entry}`);
    mustHere(
      [child, ...child.children].every(
        ({ namespace }) => namespace === 'http://www.sitemaps.org/schemas/sitemap/0.9',
      ),
      'all is of the namespace of sitemaps',
    );
    mustHere(place.length >= 12 && place.length <= 2048, 'an address has 12 to 2048 characters');
    mustHere(place.startsWith(`${origin}/`) && isWebAddress(place), 'an address is one of this site');
    for (const name of child.children.map((part) => part.name)) {
      mustHere((isIndex ? /^(?:loc|lastmod)$/ : /^(?:loc|lastmod|changefreq|priority)$/).test(name), name);
      mustHere(textsOf(child, name).length === 1, `one ${name}`);
    }
    for (const date of textsOf(child, 'lastmod')) {
      mustHere(isIsoDate(date) && Date.parse(date) <= Date.now() + 60_000, 'lastmod is a date of the past');
    }
  }
  return errors;
}

type Fact = Record<string, unknown>;

/** The blocks of JSON-LD in a page. */
export function factsIn(html: string): Fact[] {
  return [...html.matchAll(/<script type="application\/ld\+json">(.*?)<\/script>/gs)].map(([, json = '']) =>
    JSON.parse(json),
  );
}

/**
 * The rules that a page's structured data breaks of Google's rules for articles, breadcrumbs and organizations,
 * required and recommended (developers.google.com/search/docs/appearance/structured-data/article, /breadcrumb,
 * /organization). That every property is one of schema.org, with a value of its kind, the compiler sees to.
 */
export function structuredDataErrors(html: string): string[] {
  const errors: string[] = [];
  const must = (holds: boolean, rule: string) => void (holds || errors.push(rule));
  for (const fact of factsIn(html)) {
    must(fact['@context'] === 'https://schema.org', 'the vocabulary is schema.org');
    switch (fact['@type']) {
      case 'Article':
      case 'BlogPosting': {
        const author = fact['author'] as Fact | undefined;
        const { headline, image, datePublished, dateModified } = fact;
        must(typeof headline === 'string' && headline !== '', 'an article has a headline');
        must(isWebAddress(image), 'an article has an image with a full address');
        must(isIsoDate(datePublished) && isIsoDate(dateModified), 'an article has ISO 8601 dates');
        must(
          /^(?:Person|Organization)$/.test(String(author?.['@type'])),
          'its author is a person or an organization',
        );
        must(typeof author?.['name'] === 'string' && author['name'] !== '', 'its author has a name');
        break;
      }
      case 'BreadcrumbList': {
        const steps = fact['itemListElement'] as Fact[];
        must(steps.length >= 2, 'breadcrumbs have at least two steps');
        steps.forEach((step, index) => {
          must(step['@type'] === 'ListItem' && step['position'] === index + 1, 'steps count from one');
          must(typeof step['name'] === 'string' && step['name'] !== '', 'a step has a name');
          must(isWebAddress(step['item']), 'a step has a full address');
        });
        break;
      }
      case 'Quotation': {
        const creator = fact['creator'] as Fact | undefined;
        must(typeof fact['text'] === 'string', 'a quotation says something');
        must(typeof creator?.['name'] === 'string', 'and who said it');
        break;
      }
      case 'Organization':
        must(typeof fact['name'] === 'string' && fact['name'] !== '', 'an organization has a name');
        must(isWebAddress(fact['url']) && isWebAddress(fact['logo']), 'an organization has address and logo');
        must((fact['sameAs'] as unknown[]).every(isWebAddress), 'its other addresses are full');
        break;
      case 'Person':
        must(typeof fact['name'] === 'string' && fact['name'] !== '', 'a person has a name');
        must(isWebAddress(fact['url']), 'a person has a full address');
        must(((fact['sameAs'] ?? []) as unknown[]).every(isWebAddress), 'its other addresses are full');
        break;
      default:
        errors.push(`${String(fact['@type'])} is a type that is used here`);
    }
  }
  return errors;
}

function textsOf(element: XmlElement, name: string): string[] {
  return element.children.filter((child) => child.name === name).map(({ text }) => text.trim());
}

function isWebAddress(value: unknown): boolean {
  return typeof value === 'string' && /^https?:\/\/[^\s/]+\/?/.test(value) && URL.canParse(value);
}

/** RFC 822 with a year of four figures, and the weekday that the date has. */
function isMailDate(text: string): boolean {
  const parsed = new Date(text);
  return !Number.isNaN(parsed.getTime()) && parsed.toUTCString() === text;
}

/** W3C Datetime: a day, or an instant with its zone. */
function isIsoDate(value: unknown): boolean {
  return (
    typeof value === 'string' &&
    /^\d{4}-\d{2}-\d{2}(?:T\d{2}:\d{2}:\d{2}(?:\.\d+)?(?:Z|[+-]\d{2}:\d{2}))?$/.test(value) &&
    !Number.isNaN(Date.parse(value))
  );
}
