import { insertImportRecords } from '#db/queries/imports.ts';
import { listTerms, termKinds } from '#db/queries/managed-terms.ts';
import { insertRedirectRules, lockRedirectRules } from '#db/queries/redirect-rules.ts';
import { inTransaction, type Core, type SiteOrigin } from '#domain/core/context.ts';
import { findRuleProblems } from '#domain/redirects/find-rule-problems.ts';
import { deleteAnsweredPages } from '#domain/redirects/missing-pages.ts';
import { maxRules, type RedirectRule } from '#domain/redirects/rule.ts';
import { nameOf } from '#domain/redirects/rule-conflict.ts';
import { idIn, shortAddress } from '#domain/redirects/short-address.ts';
import { redirectInput } from '#domain/redirects/redirect-input.ts';
import { loadRules, ruleOf, storedRule } from '#domain/redirects/stored-rules.ts';
import { slugify } from '#domain/fields/slugify.ts';
import { foldedName } from '#domain/taxonomy/folded-name.ts';
import type { OwnExport } from './markdown/own-export.ts';
import type { ExportFacts } from './export-steps.ts';
import type { ImportRow, RedirectRow } from './import-report.ts';
import { rulesOfBlog, rulesOfItem, type SlugOfTerm } from './old-address-rules.ts';
import type { ImportPlan } from './plan-import.ts';
import type { PlacedRedirect } from './redirects/read-redirect-files.ts';

/**
 * Makes redirects from the addresses that texts, categories, tags and authors had, and those of files. A rule that cannot stand beside those of the
 * site, or that would hide one, is left out with the reason. Those that are there stay.
 * @param importId null: only says what would be made
 * @param rows of all texts; one that failed has no address
 */
export async function addOldAddresses(
  ctx: Core & SiteOrigin,
  importId: string | null,
  { system, own, redirects: given, timeZone }: ExportFacts,
  plan: ImportPlan,
  rows: readonly ImportRow[],
): Promise<RedirectRow[]> {
  const ownRules = own?.redirects.flatMap((row) => ownRule(row, ctx.origin)) ?? [];
  const slugOf = await readTermSlugs(ctx, importId === null ? plan.categories : null);
  const wanted = new Map<string, RedirectRule>(ownRules.map((rule) => [nameOf(rule), rule]));
  const places = new Map<string, string>();
  const refused: RedirectRow[] = [];
  const want = (rule: RedirectRule, place?: string) => {
    const name = nameOf(rule);
    const { target } = wanted.get(name) ?? rule;
    if (target !== rule.target) refused.push(rowOf(rule, `It leads to ${target} already.`, place));
    if (wanted.has(name)) return;
    wanted.set(name, rule);
    if (place !== undefined) places.set(name, place);
  };
  for (const redirect of given) {
    const { rule, row } = fileRule(redirect, ctx.origin);
    if (rule === null) refused.push(row);
    else want(rule, row.place);
  }
  const dates = { timeZone: timeZone ?? ctx.timeZone, isDayFirst: plan.isDayFirst };
  let hasPosts = false;
  for (const [index, { item, planned }] of plan.texts.entries()) {
    const path = rows[index]?.outcome === 'failed' ? null : planned?.path;
    if (!path) continue;
    for (const rule of rulesOfItem(item, path, system, dates, slugOf)) want(rule);
    if (item.own === null && item.kind === 'post') hasPosts = true;
  }
  for (const rule of hasPosts ? rulesOfBlog() : []) if (!wanted.has(nameOf(rule))) want(rule);
  return inTransaction(ctx, async (tx) => {
    await lockRedirectRules(tx.db);
    const others = await loadRules(tx.db);
    const there = new Map(others.map((rule) => [nameOf(rule), rule.target]));
    const redirects = [...refused];
    const settle = (rule: RedirectRule, problem: string) => {
      wanted.delete(nameOf(rule));
      redirects.push(rowOf(rule, problem, places.get(nameOf(rule))));
    };
    for (const [name, rule] of wanted)
      if (there.has(name))
        settle(rule, there.get(name) === rule.target ? '' : 'There is a redirect for this address already.');
    for (const rule of [...wanted.values()].slice(Math.max(0, maxRules - others.length)))
      settle(rule, `There can be at most ${maxRules.toLocaleString('en-US')} redirects.`);
    for (const { rule, message } of await findRuleProblems(tx.db, [...wanted.values()], others))
      if (wanted.has(nameOf(rule))) settle(rule, message);
    const rules = [...wanted.values()];
    if (rules.length > 0 && importId !== null) {
      const made = await insertRedirectRules(tx.db, rules.map(storedRule));
      await deleteAnsweredPages(tx, rules);
      await insertImportRecords(tx.db, importId, 'redirect', made);
      tx.afterCommit('contentChanged');
    }
    return [...rules.map((rule) => rowOf(rule, '')), ...redirects];
  });
}

function rowOf(rule: RedirectRule, problem: string, place?: string): RedirectRow {
  return { from: nameOf(rule), to: rule.target ?? '', problem, ...(place !== undefined && { place }) };
}

/** A rule of an export of this product, where this site could have it. */
function ownRule(row: OwnExport['redirects'][number], origin: string): RedirectRule[] {
  const { source, isPrefix, status, target } = ruleOf(row);
  const sent = { from: nameOf({ source, isPrefix }), to: target ?? '', status };
  const read = redirectInput(origin).safeParse(sent);
  return read.success ? [read.data] : [];
}

/** A redirect of a file, or why it is none. */
function fileRule({ from: written, to, status, problem = '', place }: PlacedRedirect, origin: string) {
  const id = written.startsWith('/?') ? idIn(written.slice(1)) : null;
  const from = id === null ? written : shortAddress(id);
  const read = redirectInput(origin).safeParse({ from, to, status });
  const message = problem || (read.error?.issues[0]?.message ?? '');
  const rule = message === '' && read.success ? read.data : null;
  return { rule, row: { from: written, to, problem: message, place } };
}

/** Finds the slugs of terms by their names. @param expected names of categories that a dry run would make */
async function readTermSlugs(ctx: Core, expected: ReadonlySet<string> | null): Promise<SlugOfTerm> {
  const slugs = new Map<string, string>();
  for (const kind of termKinds)
    for (const { name, slug } of await listTerms(ctx.db, kind))
      slugs.set(`${kind} ${foldedName(name)}`, slug);
  return (kind, name) => {
    const isExpected = expected !== null && (kind !== 'category' || expected.has(foldedName(name)));
    return slugs.get(`${kind} ${foldedName(name)}`) ?? ((isExpected && slugify(name)) || null);
  };
}
