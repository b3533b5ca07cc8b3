import { insertImportRecords } from '#db/queries/imports.ts';
import { insertRedirectRules, lockRedirectRules } from '#db/queries/redirect-rules.ts';
import type { Core, SiteOrigin } from '#domain/context.ts';
import { findRuleProblems } from '#domain/redirects/find-rule-problems.ts';
import { deleteAnsweredPages } from '#domain/redirects/missing-pages.ts';
import { isOwnAddress, isReservedAddress } from '#domain/redirects/own-addresses.ts';
import { maxPathLength, normalPath } from '#domain/redirects/path.ts';
import { maxRules, type RedirectRule } from '#domain/redirects/rule.ts';
import { nameOf } from '#domain/redirects/rule-conflict.ts';
import { idIn, shortAddress } from '#domain/redirects/short-address.ts';
import { redirectInput } from '#domain/redirects/redirect-input.ts';
import { loadRules, ruleOf, storedRule } from '#domain/redirects/stored-rules.ts';
import { parseUrl } from '#domain/fields/parse-url.ts';
import { slugify } from '#domain/fields/transliterate.ts';
import { inTransaction } from '#domain/transaction.ts';
import type { OwnExport } from './markdown/own-export.ts';
import type { ImportRow, RedirectRow } from './import-report.ts';
import type { ExportFacts, ListedItem } from './export-steps.ts';
import { plainPath } from './old-addresses.ts';
import type { ImportPlan } from './plan-import.ts';

/**
 * Makes redirects from the addresses that texts, categories and tags had. A rule that cannot stand beside those of the
 * site, or that would hide one, is left out with the reason. Those that are there stay.
 * @param importId null: only says what would be made
 * @param rows of all texts; one that failed has no address
 */
export async function addOldAddresses(
  ctx: Core & SiteOrigin,
  importId: string | null,
  { system, own }: ExportFacts,
  plan: ImportPlan,
  rows: readonly ImportRow[],
): Promise<RedirectRow[]> {
  const ownRules = own?.redirects.flatMap((row) => ownRule(row, ctx.origin)) ?? [];
  const wanted = new Map<string, RedirectRule>(ownRules.map((rule) => [nameOf(rule), rule]));
  const claimedAgain: RedirectRow[] = [];
  for (const [index, { item, planned }] of plan.texts.entries()) {
    const path = rows[index]?.outcome === 'failed' ? null : planned?.path;
    for (const rule of path ? rulesOf(item, path, system) : []) {
      const name = nameOf(rule);
      const { target } = wanted.get(name) ?? rule;
      if (!wanted.has(name)) wanted.set(name, rule);
      else if (target !== rule.target) claimedAgain.push(rowOf(rule, `It leads to ${target} already.`));
    }
  }
  return inTransaction(ctx, async (tx) => {
    await lockRedirectRules(tx.db);
    const others = await loadRules(tx.db);
    const there = new Map(others.map((rule) => [nameOf(rule), rule.target]));
    const redirects = [...claimedAgain];
    const settle = (rule: RedirectRule, problem: string) => {
      wanted.delete(nameOf(rule));
      redirects.push(rowOf(rule, problem));
    };
    for (const [name, rule] of wanted) {
      if (there.has(name))
        settle(rule, there.get(name) === rule.target ? '' : 'There is a redirect for this address already.');
    }
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

function rowOf(rule: RedirectRule, problem: string): RedirectRow {
  return { from: nameOf(rule), to: rule.target ?? '', problem };
}

/** A rule of an export of this product, where this site could have it. */
function ownRule(row: OwnExport['redirects'][number], origin: string): RedirectRule[] {
  const { source, isPrefix, status, target } = ruleOf(row);
  const sent = { from: nameOf({ source, isPrefix }), to: target ?? '', status };
  const read = redirectInput(origin).safeParse(sent);
  return read.success ? [read.data] : [];
}

/** A rule for everything at and below an old path: `/amp`, `/feed`, and a slash at the end, which no rule tells apart. */
function* rulesOf(item: ListedItem, path: string, system: ExportFacts['system']): Generator<RedirectRule> {
  for (const address of item.addresses) {
    const url = parseUrl(address, 'http://old.invalid');
    const id = url?.pathname === '/' ? idIn(url.search) : null;
    const source = id === null ? normalPath(plainPath(url?.pathname ?? '/')) : shortAddress(id);
    if (source === null || source === '/' || source.length > maxPathLength || isOwnAddress(source)) continue;
    if (isReservedAddress(source)) continue;
    if (source.includes('*') || source.includes('//')) continue;
    if (source !== path) yield to(source, id === null, path);
    else if (system !== 'Markdown') yield to(`${source}/amp`, false, path);
    const written = normalPath(url?.pathname ?? '/');
    if (id === null && written?.endsWith('.html') && written !== source) yield to(written, false, path);
  }
  if (system === 'WordPress' && item.kind === 'post')
    for (const [base, terms] of [['category', item.categories.slice(0, 1)], ['tag', [...item.tags, ...item.categories.slice(1)]]] as const)
      for (const { name, slug } of terms) {
        const own = slugify(slug ?? '') || slugify(name);
        if (own !== '') yield to(`/${base}/${own}`, true, `/blog/${base}/${own}`);
      } // prettier-ignore
}

function to(source: string, isPrefix: boolean, target: string): RedirectRule {
  return { source, isPrefix, status: 301, target };
}
