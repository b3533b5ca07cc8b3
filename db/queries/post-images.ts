import { sql, type RawBuilder } from 'kysely';

import type { ImagePlace, ImageRow } from '#db/tables.ts';

export type ImageFacts = Pick<ImageRow, 'width' | 'height' | 'animated' | 'placeholder' | 'alt' | 'caption'>;

type BodyImage = ImageFacts & Pick<ImageRow, 'folder' | 'name'>;

/** The details of the featured image of the post `alias`; null when it has none or the address is not a stored image. */
export function featuredImage(alias: string): RawBuilder<ImageFacts | null> {
  return imageAt(alias, 'featured', sql`featured_image`);
}

/** The same of the image of links to the post. */
export function socialImage(alias: string): RawBuilder<ImageFacts | null> {
  return imageAt(alias, 'social', sql`social_image`);
}

/** The same of the logo of the client. */
export function clientLogo(alias: string): RawBuilder<ImageFacts | null> {
  return imageAt(alias, 'logo', sql`client_logo`);
}

function imageAt(
  alias: string,
  place: ImagePlace,
  column: RawBuilder<unknown>,
): RawBuilder<ImageFacts | null> {
  const post = sql.table(alias);
  return sql<ImageFacts | null>`(
    select json_build_object(${facts})
    from post_images pi join images i on i.id = pi.image_id
    where pi.post_id = ${post}.id and pi.place = ${sql.lit(place)}
      and ${post}.${column} = '/storage/blog-images/' || i.folder || '/' || i.name)`;
}

/** The images in the body of the post `alias`. */
export function bodyImages(alias: string): RawBuilder<BodyImage[]> {
  return sql<BodyImage[]>`(
    select coalesce(json_agg(json_build_object('folder', i.folder, 'name', i.name, ${facts})), '[]')
    from post_images pi join images i on i.id = pi.image_id
    where pi.post_id = ${sql.table(alias)}.id and pi.place = 'body')`;
}

const facts = sql`
  'width', i.width, 'height', i.height, 'animated', i.animated, 'placeholder', i.placeholder, 'alt', i.alt,
  'caption', i.caption`;
