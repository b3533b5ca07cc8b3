import { listSiteDocuments } from '#db/queries/site-documents.ts';
import { findTerm, findTermByName, type TermKind } from '#db/queries/managed-terms.ts';
import type { Core } from '#domain/core/context.ts';
import { imageFolders, type ImageFolder } from '#domain/images/image.ts';
import { importSiteWords } from '#domain/site/site-words-file.ts';
import type { TakeImage } from './import-images.ts';
import { makeTerm } from './import-terms.ts';
import type { OpenExport } from './export-steps.ts';
import type { OwnExport } from './markdown/own-export.ts';

/** The state that the words of the site come in as. Everybody sees published ones at once; a person publishes drafts in Site. */
export const siteWordsChoices = ['draft', 'publish', 'skip'] as const;
export type SiteWordsChoice = (typeof siteWordsChoices)[number];

/**
 * Takes what an export of this product has beside its texts: images with their descriptions, categories, tags and authors
 * that are not there yet, and the words of the site unless some were edited.
 */
export async function takeOwnExport(
  ctx: Core,
  own: OwnExport,
  { originOf }: Pick<OpenExport, 'originOf'>,
  take: TakeImage,
  importId: string,
  siteWords: SiteWordsChoice,
): Promise<void> {
  const takeAt = async (address: string, folder: ImageFolder) =>
    take({ address, origin: await originOf(address), folder });
  for (const { path } of own.images) {
    const folder = imageFolders.find((one) => path.startsWith(`images/${one}/`)) ?? 'editor-images';
    await takeAt(`/${path}`, folder);
  }
  const make = async (
    kind: TermKind,
    { aliases, ...term }: { slug: string; name: string; aliases: readonly string[] },
  ) => {
    const there = await findTerm(ctx.db, kind, { slug: term.slug });
    // Another term may have the slug here.
    if (there && (there.name === term.name || (await findTermByName(ctx.db, kind, term.name)))) return;
    await makeTerm(ctx, importId, kind, term, aliases);
  };
  for (const category of own.categories) await make('category', category);
  for (const tag of own.tags) await make('tag', tag);
  for (const { portrait, ...author } of own.authors) {
    const image = portrait === null ? null : await takeAt(`/${portrait}`, 'featured-images');
    await make('author', { ...author, ...(image && 'src' in image ? { portrait: image.src } : {}) });
  }
  if (siteWords !== 'skip' && (await listSiteDocuments(ctx.db)).length === 0)
    await importSiteWords(ctx, own.words, siteWords === 'publish', importId);
}
