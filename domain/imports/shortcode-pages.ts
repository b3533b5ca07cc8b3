/** Sites whose posts, videos and pieces of code a shortcode of their name shows by an id. */
const sites: Readonly<Record<string, string>> = {
  youtube: 'https://youtu.be/',
  vimeo: 'https://vimeo.com/',
  dailymotion: 'https://www.dailymotion.com/video/',
  gist: 'https://gist.github.com/',
  tweet: 'https://twitter.com/i/status/',
  twitter: 'https://twitter.com/i/status/',
  x: 'https://twitter.com/i/status/',
  instagram: 'https://www.instagram.com/p/',
};

/** The page that a shortcode shows: its address, or that of its site with the id; null for another shortcode. */
export function pageOf(name: string, id: string): string | null {
  if (/^https?:\/\//i.test(id)) return id;
  const site = sites[name.toLowerCase()];
  return site === undefined || id === '' || !/^[\w/-]+$/.test(id) ? null : site + id;
}
