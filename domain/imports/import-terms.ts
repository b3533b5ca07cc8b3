import { findAdminByEmail, insertImportRecords } from '#db/queries/imports.ts';
import { addSlugRedirect, findTerm, findTermByName, type TermKind } from '#db/queries/managed-terms.ts';
import { inTransaction, type Core } from '#domain/core/context.ts';
import { createTerm } from '#domain/taxonomy/create-term.ts';
import { foldedName } from '#domain/taxonomy/folded-name.ts';
import { slugify } from '#domain/fields/slugify.ts';
import type { ImportAuthor, ImportTerm } from './import-item.ts';
import { cut, oneLine } from './plain-words.ts';

export type ImportTerms = {
  /** The category or tag of this name, made where there is none. */
  idOf: (kind: 'category' | 'tag', term: ImportTerm) => Promise<string>;
  /** An account by its email address, else the author of this name, made where there is none. */
  authorOf: (author: ImportAuthor) => Promise<{ authorId: string } | { publicAuthorId: string }>;
};

const maxName = 120;

/** Who an author of the old site would be here, in words. */
export async function describeAuthor(ctx: Core, { name, email }: ImportAuthor): Promise<string> {
  const account = email ? await findAdminByEmail(ctx.db, email) : undefined;
  if (account) return `the account ${email}`;
  return (await findTermByName(ctx.db, 'author', cut(oneLine(name), maxName)))
    ? 'the author of this name'
    : 'a new author';
}

export function createImportTerms(ctx: Core, importId: string): ImportTerms {
  const known = new Map<string, Promise<string>>();

  return {
    idOf(kind, { name, slug }) {
      return once(kind, name, slug ?? '');
    },
    async authorOf({ name, email }) {
      const account = email ? await findAdminByEmail(ctx.db, email) : undefined;
      if (account) return { authorId: account.user_id };
      return { publicAuthorId: await once('author', name, '') };
    },
  };

  /** One term of a name, which several texts may ask for at once: its slug says nothing. */
  function once(kind: TermKind, named: string, slug: string): Promise<string> {
    const name = cut(oneLine(named), maxName);
    const key = `${kind} ${foldedName(name)}`;
    const find = async () => {
      const found = await findTermByName(ctx.db, kind, name);
      return found?.id ?? makeTerm(ctx, importId, kind, { name, slug: slugify(slug) });
    };
    const found = known.get(key) ?? find();
    known.set(key, found);
    return found;
  }
}

/** Makes a term with the addresses that it had, and notes that the import did it. */
export function makeTerm(
  ctx: Core,
  importId: string,
  kind: TermKind,
  term: object,
  aliases: readonly string[] = [],
): Promise<string> {
  return inTransaction(ctx, async (tx) => {
    const { id } = await createTerm(tx, kind, term);
    await insertImportRecords(tx.db, importId, kind, [{ id }]);
    for (const slug of aliases)
      if (!(await findTerm(tx.db, kind, { slug }))) await addSlugRedirect(tx.db, kind, slug, id);
    return id;
  });
}
