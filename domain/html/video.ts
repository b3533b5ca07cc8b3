import { parseUrl } from '#domain/fields/parse-url.ts';

type Video = { player: string; page: string; site: string };

type Site = {
  name: string;
  hosts: readonly string[];
  /** The video's id in an address of theirs. */
  idOf: (url: URL) => string | undefined;
  player: (id: string) => string;
  page: (id: string) => string;
};

const sites: readonly Site[] = [
  {
    name: 'YouTube',
    hosts: [
      'youtube.com',
      'www.youtube.com',
      'm.youtube.com',
      'youtube-nocookie.com',
      'www.youtube-nocookie.com',
      'youtu.be',
    ],
    idOf: (url) => {
      const id =
        url.hostname === 'youtu.be'
          ? url.pathname.slice(1)
          : (url.searchParams.get('v') ??
            /^\/(?:embed|shorts|live|v)\/([^/]+)/.exec(url.pathname)?.[1] ??
            '');
      return /^[\w-]{11}$/.exec(id)?.[0];
    },
    player: (id) => `https://www.youtube-nocookie.com/embed/${id}`,
    page: (id) => `https://www.youtube.com/watch?v=${id}`,
  },
  {
    name: 'Vimeo',
    hosts: ['vimeo.com', 'www.vimeo.com', 'player.vimeo.com'],
    idOf: (url) => /^\/(?:video\/)?(\d{1,12})(?:\/|$)/.exec(url.pathname)?.[1],
    player: (id) => `https://player.vimeo.com/video/${id}`,
    page: (id) => `https://vimeo.com/${id}`,
  },
  {
    name: 'Dailymotion',
    hosts: ['dailymotion.com', 'www.dailymotion.com', 'geo.dailymotion.com', 'dai.ly'],
    idOf: (url) =>
      url.searchParams.get('video')?.match(/^[a-z\d]{5,12}$/i)?.[0] ??
      /^\/(?:(?:embed\/)?video\/)?([a-z\d]{5,12})$/i.exec(url.pathname)?.[1],
    player: (id) => `https://www.dailymotion.com/embed/video/${id}`,
    page: (id) => `https://www.dailymotion.com/video/${id}`,
  },
  {
    name: 'Loom',
    hosts: ['loom.com', 'www.loom.com'],
    idOf: (url) => /^\/(?:share|embed)\/([\da-f]{32})/.exec(url.pathname)?.[1],
    player: (id) => `https://www.loom.com/embed/${id}`,
    page: (id) => `https://www.loom.com/share/${id}`,
  },
];

export const videoSites = sites.map(({ name }) => name);

/**
 * Reads the address of a video, as people copy it or as an embed carries it. The host is compared whole, as the URL
 * parser of a browser reads it; everything but the video's id is written anew.
 *
 * @returns null for every other address
 */
export function readVideo(address: string): Video | null {
  const url = parseUrl(address.trim());
  if (url === null || (url.protocol !== 'https:' && url.protocol !== 'http:') || url.port !== '') return null;
  if (url.username !== '' || url.password !== '') return null;
  const site = sites.find(({ hosts }) => hosts.includes(url.hostname));
  const id = site?.idOf(url);
  return site && id !== undefined ? { player: site.player(id), page: site.page(id), site: site.name } : null;
}
