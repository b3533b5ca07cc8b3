import { image, line, link, list, text } from '#domain/site/fields.ts';

export const authorFields = {
  name: line('Name', 120, ''),
  slug: line('Slug', 120, '', { isOptional: true, hint: 'Auto-generated if empty.' }),
  role: line('Role', 120, '', { isOptional: true }),
  bio: text('Bio', 600, '', { isOptional: true }),
  portrait: image('Portrait', {
    folder: 'featured-images',
    use: 'portraits',
    hint: 'Without a portrait the initials are drawn.',
  }),
  links: list(
    'Links',
    { noun: 'link', item: { label: line('Label', 60, ''), address: link('Address', '') }, max: 8 },
    [],
  ),
};
