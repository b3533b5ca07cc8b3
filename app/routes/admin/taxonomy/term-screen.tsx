import { Merge, Pencil, Plus, Trash2 } from 'lucide-react';
import { href, Link } from 'react-router';

import type { TermKind } from '#domain/taxonomy/term.ts';
import { buttonClass, iconButtonClass } from '#app/ui/button.tsx';
import { DialogButton } from '#app/ui/dialog-button.tsx';
import { TextArea, TextField } from '#app/ui/field.tsx';
import { ConfirmAction } from '../actions/confirm-action.tsx';
import { FormDialog } from '../actions/form-dialog.tsx';
import { Day } from '../hooks/dates.tsx';
import { ListScreen } from '../list/list-screen.tsx';
import type { Column } from '../list/list-table.tsx';
import { MergeTermDialog } from './merge-term-dialog.tsx';
import { affectedMessage, postsPhrase, termOrders, termWords } from './term-messages.ts';
import type { termLoader } from './term-screen-server.ts';

type LoadedTerms = Awaited<ReturnType<ReturnType<typeof termLoader>>>;
type TermRow = LoadedTerms['items'][number];

/** Categories, tags or authors: a table, its search, and what can be done to a row. */
export function TermScreen({ loaderData }: { loaderData: LoadedTerms }) {
  const { kind } = loaderData;
  const words = termWords[kind];

  return (
    <ListScreen
      {...loaderData}
      heading={words.heading}
      actions={
        kind === 'author' ? (
          <Link to={href('/admin/authors/new')} className={buttonClass('primary')}>
            <Plus />
            {words.create}
          </Link>
        ) : (
          <DialogButton icon={Plus} variant="primary" dialog={<TermDialog kind={kind} term={null} />}>
            {words.create}
          </DialogButton>
        )
      }
      search={words.search}
      names={words}
      columns={columnsOf(kind)}
      orders={termOrders}
      empty={{ title: words.none }}
    />
  );
}

function columnsOf(kind: TermKind): Column<TermRow, 'name' | 'slug' | 'created'>[] {
  const description: Column<TermRow> = {
    name: kind === 'author' ? 'Role' : 'Description',
    width: '@5xl:w-1/3',
    place: 'line',
    cell: (term) => (
      <span
        className="line-clamp-1 wrap-anywhere [unicode-bidi:plaintext]"
        title={term.description ?? undefined}
      >
        {term.description ?? <span className="max-sm:hidden">—</span>}
      </span>
    ),
  };
  return [
    {
      name: 'Name',
      sort: 'name',
      place: 'title',
      cell: ({ name }) => (
        <span className="line-clamp-2 font-medium wrap-anywhere [unicode-bidi:plaintext]">{name}</span>
      ),
    },
    {
      name: 'Slug',
      sort: 'slug',
      cell: ({ slug }) => (
        <span className="block truncate font-mono text-xs" title={slug}>
          {slug}
        </span>
      ),
    },
    ...(kind === 'tag' ? [] : [description]),
    { name: 'Posts', width: '@3xl:w-24', cell: (term) => <PostCount kind={kind} term={term} /> },
    {
      name: 'Created',
      sort: 'created',
      width: '@3xl:w-28',
      cardLabel: 'Created',
      className: 'whitespace-nowrap',
      cell: ({ createdAt }) => <Day at={createdAt} />,
    },
    {
      name: 'Actions',
      width: '@3xl:w-32',
      place: 'actions',
      cell: (term) => <RowActions kind={kind} term={term} />,
    },
  ];
}

type RowProps = { kind: TermKind; term: TermRow };

function RowActions({ kind, term }: RowProps) {
  const { id, name } = term;
  return (
    <>
      {kind === 'author' ? (
        <Link
          to={href('/admin/authors/:id', { id })}
          aria-label={`Edit ${name}`}
          title="Edit"
          className={iconButtonClass}
        >
          <Pencil />
        </Link>
      ) : (
        <DialogButton
          icon={Pencil}
          label={`Edit ${name}`}
          title="Edit"
          dialog={<TermDialog kind={kind} term={term} />}
        />
      )}
      <DialogButton
        icon={Merge}
        label={`Merge ${name}`}
        title="Merge into another"
        dialog={<MergeTermDialog kind={kind} term={term} />}
      />
      <DialogButton
        icon={Trash2}
        label={`Delete ${name}`}
        title="Delete"
        className="hover:text-danger"
        dialog={
          <ConfirmAction
            title={`Delete ${termWords[kind].title}`}
            confirm="Delete"
            fields={{ intent: 'delete', id }}
          >
            <p>Are you sure you want to delete "{name}"?</p>
            <p>{affectedMessage(kind, term)}</p>
          </ConfirmAction>
        }
      />
    </>
  );
}

/** The posts list can be filtered by a category, so its number leads there. */
function PostCount({ kind, term }: RowProps) {
  const words = (
    <>
      {term.posts.toLocaleString('en-US')}
      {term.hasMorePosts && '+'}
      <span className="@3xl:sr-only"> {term.posts === 1 ? 'post' : 'posts'}</span>
    </>
  );
  if (kind !== 'category' || term.posts === 0) return words;
  return (
    <Link
      to={`${href('/admin/posts')}?category=${term.slug}`}
      title={`Show ${postsPhrase(term)}`}
      className="rounded-sm text-ink underline decoration-line-strong underline-offset-4 hover:decoration-current"
    >
      {words}
    </Link>
  );
}

function TermDialog({ kind, term }: { kind: TermKind; term: TermRow | null }) {
  const { title } = termWords[kind];
  return (
    <FormDialog
      title={term === null ? `Create New ${title}` : `Edit ${title}`}
      submit={term === null ? 'Create' : 'Update'}
      intent={term === null ? 'create' : 'update'}
      fields={term === null ? {} : { id: term.id }}
    >
      <TextField
        label="Name"
        name="name"
        required
        maxLength={120}
        autoComplete="off"
        data-autofocus
        defaultValue={term?.name ?? ''}
      />
      <TextField
        label="Slug"
        name="slug"
        maxLength={120}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        placeholder="Auto-generated if empty"
        defaultValue={term?.slug ?? ''}
      />
      {kind === 'category' && (
        <TextArea
          label="Description"
          name="description"
          rows={3}
          maxLength={2_000}
          placeholder="Optional"
          defaultValue={term?.description ?? ''}
        />
      )}
    </FormDialog>
  );
}
