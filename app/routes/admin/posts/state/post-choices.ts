/** What the form of a post offers to choose from. */
export type PostChoices = {
  categories: { id: string; name: string }[];
  tags: { id: string; name: string }[];
  authors: { id: string; label: string }[];
};
