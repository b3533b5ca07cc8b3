import { readFile } from 'node:fs/promises';

import type { StoredImage } from '#domain/images/image.ts';
import { escapeHtml } from '#domain/text/escape-html.ts';
import { isImageName, type ImageName } from './demonstration-images.ts';

/** The body of an article in the form that the editor sends, with placeholders for its images. */
export function readArticle(slug: string): Promise<string> {
  return readBody(`articles/${slug}`);
}

/** The body of a case study, which has no images. */
export function readCaseStudy(slug: string): Promise<string> {
  return readBody(`case-studies/${slug}`);
}

async function readBody(name: string): Promise<string> {
  return withoutLayout(await readFile(new URL(`./${name}.html`, import.meta.url), 'utf8'));
}

/** The sections of these articles, each from its heading to the next one, without images. */
export async function readSections(slugs: readonly string[]): Promise<string[]> {
  const bodies = await Promise.all(slugs.map(readArticle));
  return bodies.flatMap((body) =>
    body
      .replaceAll(place, '')
      .split(/(?=<h2)/)
      .slice(1),
  );
}

/** Names of the images of a body, which has a placeholder `<!-- image: name -->` for each. */
export function imagesIn(article: string): ImageName[] {
  return [...article.matchAll(place)].map(([, name = '']) => {
    if (!isImageName(name)) throw new Error(`There is no image "${name}".`);
    return name;
  });
}

/** A body with its images in place of the placeholders; an image that is not stored is left out. */
export function withFigures(article: string, stored: ReadonlyMap<string, StoredImage>): string {
  return article.replaceAll(place, (_, name: string) => {
    const image = stored.get(name);
    return image ? figureOf(image) : '';
  });
}

const place = /<!-- image: ([a-z-]+) -->/g;

function figureOf({ src, width, height, alt, caption }: StoredImage): string {
  const image = `<img src="${src}" alt="${escapeHtml(alt ?? '')}" width="${width}" height="${height}">`;
  const words = caption === null ? '' : `<figcaption>${escapeHtml(caption)}</figcaption>`;
  return `<figure>${image}${words}</figure>`;
}

/** HTML without the line breaks and indentation of the file, except in code. */
export function withoutLayout(html: string): string {
  return html
    .split(/(<pre\b.*?<\/pre>)/s)
    .map((part) => (part.startsWith('<pre') ? part : collapsed(part)))
    .join('');
}

function collapsed(html: string): string {
  return html.replace(/\s+/g, ' ').replace(/ >/g, '>').replace(blockTag, '$1').trim();
}

const blockTag = / ?(<\/?(?:p|h[1-6]|ul|ol|li|blockquote|dl|dt|dd|table|thead|tbody|tr|th|td)\b[^>]*>) ?/g;
