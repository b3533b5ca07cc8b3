import type { PostRow } from '#db/tables.ts';
import { readMinutes } from '#domain/html/count-words.ts';
import {
  columnNames,
  columnOf,
  factNames,
  untitled,
  type FactName,
  type FieldColumn,
  type FieldValues,
  type PostState,
} from './post-fields.ts';
import { readFacts } from './post-state.ts';

type StateRow = Pick<PostRow, FieldColumn | 'facts' | 'is_untitled' | 'content'> & { tag_ids: string[] };

export function stateOfRow(row: StateRow): PostState {
  const entries = columnNames.map((name) => [name, row[columnOf(name)]]);
  // oxlint-disable-next-line no-unsafe-type-assertion -- one entry for each field, from its own column or the facts
  const fields = { ...Object.fromEntries(entries), ...readFacts(row.facts) } as FieldValues;
  const own = row.is_untitled ? { title: '', slug: ownSlug(row.slug) } : {};
  return { ...fields, ...own, tagIds: row.tag_ids, content: row.content };
}

/** The slug of a draft without a title, if its author chose it. */
function ownSlug(slug: string): string | null {
  return /^untitled(?:-\d+)?$/.test(slug) ? null : slug;
}

type StateColumns = Pick<
  PostRow,
  FieldColumn | 'is_untitled' | 'content' | 'facts' | 'word_count' | 'read_minutes'
>;

/** The columns that hold a text, and those that follow from it. */
export function columnsOf(post: PostState, words: number): StateColumns {
  const columns = columnNames.map((name) => [columnOf(name), post[name]]);
  const isSaid = (name: FactName) => post[name] !== null && String(post[name]) !== '';
  return {
    // oxlint-disable-next-line no-unsafe-type-assertion -- one entry for each field that has a column
    ...(Object.fromEntries(columns) as Pick<PostRow, FieldColumn>),
    title: post.title || untitled,
    is_untitled: post.title === '',
    content: post.content,
    facts: Object.fromEntries(factNames.filter(isSaid).map((name) => [name, post[name]])),
    word_count: words,
    read_minutes: readMinutes(words),
  };
}
