import { ChooseForPostsDialog, type DialogOfPosts } from './choose-for-posts-dialog.tsx';

/** Sets the author of posts. */
export function SetAuthorDialog(props: DialogOfPosts) {
  return (
    <ChooseForPostsDialog
      {...props}
      label="Author"
      intent="set-author"
      field="authorId"
      search="author"
      isLong={({ areMany }) => areMany.authors}
      emptyOption={
        <option value="" disabled>
          Choose an author
        </option>
      }
      canBeEmpty={false}
      optionsOf={({ authors }) => authors.map(({ id, label }) => ({ id, name: label }))}
    />
  );
}
