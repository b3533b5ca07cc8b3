import { columnOf, type FieldName } from './post-fields.ts';

const knownNames: Partial<Record<FieldName, string>> = {
  publishedAt: 'date',
  metaDescription: 'description',
  featuredImage: 'image',
};

/** The name of a field in front matter: the one that readers of Markdown know, else its own with underscores. */
export function frontMatterName(name: FieldName): string {
  return knownNames[name] ?? columnOf(name);
}
