import { Merge, Pencil, Plus, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { href, Link } from 'react-router';

import type { TermKind } from '#domain/taxonomy/term.ts';
import { Button, buttonClass, IconButton, iconButtonClass } from '#app/ui/button.tsx';
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

type Asking = { for: 'new'; term: null } | { for: 'edit' | 'delete' | 'merge'; term: TermRow };

/** Categories, tags or authors: a table, its search, and what can be done to a row. */
export function TermScreen({ loaderData }: { loaderData: LoadedTerms }) {
  const { kind, items, ...list } = loaderData;
  const words = termWords[kind];
  const [asking, setAsking] = useState<Asking | null>(null);
  const close = () => setAsking(null);

  return (
    <ListScreen
      {...list}
      heading={words.heading}
      actions={
        kind === 'author' ? (
          <Link to={href('/admin/authors/new')} className={buttonClass('primary')}>
            <Plus />
            {words.create}
          </Link>
        ) : (
          <Button variant="primary" onClick={() => setAsking({ for: 'new', term: null })}>
            <Plus />
            {words.create}
          </Button>
        )
      }
      search={words.search}
      names={words}
      columns={columnsOf(kind, setAsking)}
      orders={termOrders}
      rows={items}
      empty={{ title: words.none }}
    >
      {(asking?.for === 'new' || asking?.for === 'edit') && (
        <TermDialog kind={kind} term={asking.term} onClose={close} />
      )}
      {asking?.for === 'delete' && (
        <ConfirmAction
          title={`Delete ${words.title}`}
          confirm="Delete"
          fields={{ intent: 'delete', id: asking.term.id }}
          onClose={close}
        >
          <p>Are you sure you want to delete "{asking.term.name}"?</p>
          {/* As the list knows it by now. */}
          <p>{affectedMessage(kind, items.find(({ id }) => id === asking.term.id) ?? asking.term)}</p>
        </ConfirmAction>
      )}
      {asking?.for === 'merge' && <MergeTermDialog kind={kind} term={asking.term} onClose={close} />}
    </ListScreen>
  );
}

function columnsOf(
  kind: TermKind,
  ask: (asking: Asking) => void,
): Column<TermRow, 'name' | 'slug' | 'created'>[] {
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
      cell: (term) => <RowActions kind={kind} term={term} ask={ask} />,
    },
  ];
}

type RowProps = { kind: TermKind; term: TermRow; ask: (asking: Asking) => void };

function RowActions({ kind, term, ask }: RowProps) {
  return (
    <>
      {kind === 'author' ? (
        <Link
          to={href('/admin/authors/:id', { id: term.id })}
          aria-label={`Edit ${term.name}`}
          title="Edit"
          className={iconButtonClass}
        >
          <Pencil />
        </Link>
      ) : (
        <IconButton label={`Edit ${term.name}`} title="Edit" onClick={() => ask({ for: 'edit', term })}>
          <Pencil />
        </IconButton>
      )}
      <IconButton
        label={`Merge ${term.name}`}
        title="Merge into another"
        onClick={() => ask({ for: 'merge', term })}
      >
        <Merge />
      </IconButton>
      <IconButton
        label={`Delete ${term.name}`}
        title="Delete"
        className="hover:text-danger"
        onClick={() => ask({ for: 'delete', term })}
      >
        <Trash2 />
      </IconButton>
    </>
  );
}

/** The posts list can be filtered by a category, so its number leads there. */
function PostCount({ kind, term }: { kind: TermKind; term: TermRow }) {
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

function TermDialog({ kind, term, onClose }: { kind: TermKind; term: TermRow | null; onClose: () => void }) {
  const { title } = termWords[kind];
  return (
    <FormDialog
      title={term === null ? `Create New ${title}` : `Edit ${title}`}
      submit={term === null ? 'Create' : 'Update'}
      intent={term === null ? 'create' : 'update'}
      fields={term === null ? {} : { id: term.id }}
      onClose={onClose}
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
