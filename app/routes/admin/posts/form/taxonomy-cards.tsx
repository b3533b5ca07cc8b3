import { memo, useState } from 'react';

import { Card } from '#app/ui/card.tsx';
import { SelectField, TextField } from '#app/ui/field.tsx';
import { useCan } from '#app/routes/admin/hooks/use-frame.ts';
import { kinds } from '#domain/core/kinds.ts';
import { NewTerm } from './new-term.tsx';
import { useForm } from './use-post-form.ts';
import type { PostChoices } from '#domain/posts/get-post-form-choices.ts';

/** Author, category (where its kind has one) and tags of a post. */
export function TaxonomyCards() {
  const { text, kind, choices, addChoice } = useForm();
  const { categoryId, tagIds } = text.values;
  const onChange = text.change;
  // Who may not cannot choose the author, nor make categories and tags.
  const choosesAuthor = useCan('edit-content');

  return (
    <>
      {choosesAuthor && <AuthorCard />}

      {kinds[kind].isInBlog && (
        <Card title="Category">
          <SelectField
            label="Category"
            hiddenLabel
            value={categoryId}
            options={[['', 'Uncategorized'], ...choices.categories.map(optionOf)]}
            onChange={(event) => onChange({ categoryId: event.currentTarget.value })}
          />
          {choosesAuthor && (
            <NewTerm
              kind="category"
              known={choices.categories}
              onChosen={(made) => {
                addChoice('categories', made);
                onChange({ categoryId: made.id });
              }}
            />
          )}
        </Card>
      )}

      <Card title="Tags" flush>
        <TagList tags={choices.tags} chosen={tagIds} onChange={onChange} />
        {choosesAuthor && (
          <div className="border-t border-line px-4 py-2">
            <NewTerm
              kind="tag"
              known={choices.tags}
              onChosen={(made) => {
                addChoice('tags', made);
                onChange({ tagIds: [...new Set([...tagIds, made.id])].toSorted() });
              }}
            />
          </div>
        )}
      </Card>
    </>
  );
}

function AuthorCard() {
  const { text, choices, control } = useForm();
  const { authorId, publicAuthorId } = text.values;
  const isKnownAuthor = choices.authors.some(({ id }) => id === authorId);
  return (
    <Card title="Author">
      <SelectField
        label="Author"
        hiddenLabel
        value={authorId}
        options={choices.authors.map(({ id, label }) => [id, label])}
        onChange={(event) => text.change({ authorId: event.currentTarget.value })}
      >
        {!isKnownAuthor && <option value={authorId}>Unknown</option>}
      </SelectField>
      {(choices.publicAuthors.length > 0 || publicAuthorId !== '') && (
        <SelectField
          {...control('publicAuthorId')}
          options={[['', 'The author above'], ...choices.publicAuthors.map(optionOf)]}
        />
      )}
    </Card>
  );
}

const optionOf = ({ id, name }: { id: string; name: string }) => [id, name] as const;

/** With more tags than this a search field is shown. */
const maxWithoutSearch = 8;

/** Memoized: thousands of tags are not rendered with each character of the title. */
const TagList = memo(function TagList({
  tags,
  chosen,
  onChange,
}: {
  tags: PostChoices['tags'];
  chosen: string[];
  onChange: (change: { tagIds: string[] }) => void;
}) {
  const [words, setWords] = useState('');
  // From the start and after each search, so that none moves away from under the pointer.
  const [onTop, setOnTop] = useState<ReadonlySet<string>>(() => new Set(chosen));
  const moveToTop = () => setOnTop(new Set(chosen));
  const [known, setKnown] = useState(tags);
  if (known !== tags) {
    // A tag was created here.
    setKnown(tags);
    moveToTop();
  }
  if (tags.length === 0) return <p className="p-4 text-ink-soft">There are no tags yet.</p>;
  const wanted = words.trim().toLowerCase();
  const found = tags.filter(({ name }) => name.toLowerCase().includes(wanted));
  const shown = [...found.filter(({ id }) => onTop.has(id)), ...found.filter(({ id }) => !onTop.has(id))];
  return (
    <>
      {tags.length > maxWithoutSearch && (
        <div className="border-b border-line px-4 py-2">
          <TextField
            label="Find a tag"
            type="search"
            autoComplete="off"
            value={words}
            onChange={(event) => {
              setWords(event.currentTarget.value);
              moveToTop();
            }}
          />
        </div>
      )}
      <fieldset className="max-h-40 overflow-y-auto px-2 py-1.5">
        <legend className="sr-only">Tags</legend>
        {/* The classes of a row stand once on its parent, not on each of thousands of rows. */}
        <div className="*:flex *:min-h-7 max-sm:*:min-h-11 *:cursor-pointer *:items-center *:gap-2 *:rounded-sm *:px-2 *:wrap-anywhere *:hover:bg-sunken **:[input]:size-4 **:[input]:shrink-0 **:[input]:accent-signal">
          {shown.map(({ id, name }) => (
            <label key={id}>
              <input
                type="checkbox"
                checked={chosen.includes(id)}
                onChange={(event) =>
                  onChange({
                    tagIds: event.currentTarget.checked
                      ? [...chosen, id].toSorted()
                      : chosen.filter((other) => other !== id),
                  })
                }
              />
              <span>{name}</span>
            </label>
          ))}
        </div>
        {shown.length === 0 && <p className="px-2 py-1 text-ink-soft">No tags found.</p>}
      </fieldset>
    </>
  );
});
