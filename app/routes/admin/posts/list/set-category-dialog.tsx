import { ChooseForPostsDialog, type DialogOfPosts } from './choose-for-posts-dialog.tsx';

/** Sets the category of posts. */
export function SetCategoryDialog(props: DialogOfPosts) {
  return (
    <ChooseForPostsDialog
      {...props}
      label="Category"
      intent="set-category"
      field="categoryId"
      search="category"
      isLong={({ areMany }) => areMany.categories}
      emptyOption={<option value="">Uncategorized</option>}
      canBeEmpty
      optionsOf={({ categories }) => categories}
    />
  );
}
