import { listCaseStudiesLike, listPublicCaseStudies } from '#db/queries/case-studies.ts';
import type { Core } from '#domain/core/context.ts';
import { kinds } from '#domain/core/kinds.ts';
import { slugify } from '#domain/fields/slugify.ts';
import { foldedName } from '#domain/taxonomy/folded-name.ts';
import { cardKeys, type ContentRecorder } from './content-keys.ts';
import { findAddressOfKind } from './find-address-of-kind.ts';
import type { CaseStudyCard, TermName } from './post.ts';
import { presentCaseStudyCard } from './presenting.ts';

type Reader = Pick<Core, 'db' | 'timeZone'> & ContentRecorder;

/** More are not listed. */
export const maxCaseStudies = kinds.case_study.adminList.perPage;
const onHome = 12;
const besidePost = 2;

/**
 * The public case studies in their order. One statement.
 * @param filter an industry and a service as `named` writes them in addresses
 * @returns what can be filtered by beside them, by name, and the number of all; null for an industry or a service that no
 *   public case study has
 */
export async function listCaseStudies(
  ctx: Reader,
  filter: { industry?: string | undefined; service?: string | undefined } = {},
) {
  const all = await listCards(ctx, maxCaseStudies);
  const industries = named(all.map(({ industry }) => industry ?? ''));
  const services = named(all.flatMap((card) => card.services));
  const { industry, service } = filter;
  if (!isKnown(industry, industries) || !isKnown(service, services)) return null;
  const items = all.filter(
    (card) =>
      hasTerm([card.industry ?? ''], industries, industry) && hasTerm(card.services, services, service),
  );
  return { items, total: all.length, industries, services };
}

/**
 * The first case studies for the home page, which shows some of them, and the clients of all; and the services that
 * `/work` can be filtered by. One statement.
 */
export async function listCaseStudiesOnHome(ctx: Reader) {
  const all = await listCards(ctx, maxCaseStudies);
  return { caseStudies: all.slice(0, onHome), services: named(all.flatMap((card) => card.services)) };
}

/** At most two case studies that share a tag with a post, or do what one of its tags names. One statement. */
export async function listCaseStudiesOf(ctx: Reader, post: { tags: TermName[] }): Promise<CaseStudyCard[]> {
  if (post.tags.length === 0) return [];
  return present(ctx, await listCaseStudiesLike(ctx.db, post.tags, besidePost));
}

/** The case study, redirect (also for capitals) or absence at /work/{slug}. Two statements. */
export async function findCaseStudyAddress(ctx: Reader, slug: string) {
  const address = await findAddressOfKind(ctx, 'case_study', slug);
  if (address.kind !== 'found') return address;
  const { facts, ...post } = address.post;
  if (facts === null) return { kind: 'unknown' as const };
  const all = await listCards(ctx, maxCaseStudies);
  const at = all.findIndex(({ id }) => id === post.id);
  const following = all[(at + 1) % all.length];
  const next = following === undefined || following.id === post.id ? null : following;
  return { kind: 'case-study' as const, caseStudy: { ...post, facts, next } };
}

function isKnown(slug: string | undefined, terms: TermName[]): boolean {
  return slug === undefined || terms.some((term) => term.slug === slug);
}

async function listCards(ctx: Reader, limit: number): Promise<CaseStudyCard[]> {
  return present(ctx, await listPublicCaseStudies(ctx.db, limit));
}

function present(ctx: Reader, rows: Parameters<typeof presentCaseStudyCard>[0][]): CaseStudyCard[] {
  ctx.showsContent?.(['kind:case_study', ...cardKeys(rows)]);
  return rows.map((row) => presentCaseStudyCard(row, ctx.timeZone));
}

function hasTerm(names: readonly string[], terms: TermName[], wanted: string | undefined): boolean {
  const chosen = terms.find(({ slug }) => slug === wanted);
  return wanted === undefined || names.some((name) => foldedName(name) === foldedName(chosen?.name ?? ''));
}

/** Terms by name. Those whose slugs are the same, as of C and C++, have their names in the address. */
function named(names: readonly string[]): TermName[] {
  const terms = new Map(names.map((name) => [foldedName(name), name]));
  terms.delete('');
  const ofSlug = Map.groupBy(terms.keys(), slugify);
  return [...terms]
    .map(([folded, name]) => {
      const slug = slugify(folded);
      return { slug: slug === '' || (ofSlug.get(slug)?.length ?? 0) > 1 ? folded : slug, name };
    })
    .toSorted((one, other) => one.name.localeCompare(other.name, 'en'));
}
