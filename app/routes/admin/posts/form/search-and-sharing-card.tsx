import { ChevronRight } from 'lucide-react';
import { href } from 'react-router';
import { useEffect, useState } from 'react';

import { Card } from '#app/ui/card.tsx';
import { TextArea, TextField } from '#app/ui/field.tsx';
import { Image } from '#app/ui/image.tsx';
import { Switch } from '#app/ui/switch.tsx';
import { postFields } from '#domain/posts/post-fields.ts';
import { writtenDescription } from '#domain/posts/post-description.ts';
import { ImageControl } from '#app/routes/admin/images/image-control.tsx';
import { useSiteName } from '#app/routes/admin/hooks/use-frame.ts';
import type { PostValues } from '../state/post-values.ts';
import { useForm } from './use-post-form.ts';

/** Milliseconds without a change before the image of a link is drawn again. */
const pause = 800;

/** Characters of a description that search results show. */
const shownDescription = 160;

const edited = ['metaDescription', 'socialTitle', 'socialImage', 'canonicalUrl'] as const;

/** How a post looks in search results and as a link, and what it says there instead of its title, excerpt and image. */
export function SearchAndSharingCard() {
  const { text, images, choices, address, control, errorAt } = useForm();
  const { values } = text;
  const { metaDescription, socialImage, canonicalUrl, noindex } = values;
  const category = choices.categories.find(({ id }) => id === values.categoryId)?.name ?? '';
  const [isOpen, setIsOpen] = useState(noindex || edited.some((field) => values[field] !== ''));
  const hasError = edited.some((field) => errorAt(field) !== undefined);

  return (
    <Card title="Search and Sharing">
      <SearchResult values={values} address={canonicalUrl.trim() || address} />
      <SharedLink values={values} category={values.client || category} />
      <details
        open={isOpen || hasError}
        onToggle={(event) => setIsOpen(event.currentTarget.open)}
        className="group"
      >
        <summary className="-mx-1 flex min-h-8 w-fit cursor-pointer list-none items-center gap-1 rounded-sm px-1 font-medium hover:bg-sunken max-sm:min-h-11 [&::-webkit-details-marker]:hidden">
          <ChevronRight className="size-4 text-ink-soft transition-transform duration-[var(--duration-quick)] group-open:rotate-90 motion-reduce:transition-none" />
          Change what they show
        </summary>
        <div className="mt-2 grid gap-3">
          <TextArea {...control('metaDescription')} rows={3} hint={descriptionHint(metaDescription)} />
          <TextField {...control('socialTitle')} hint="For shared links only; empty: the title." />
          <ImageControl
            label={postFields.socialImage.label}
            hint="1200 × 630 pixels is best; none: the featured image."
            image={socialImage}
            folder="featured-images"
            error={errorAt('socialImage')}
            onChange={(next) => text.change({ socialImage: next })}
            {...images.uploadsOf('socialImage')}
          />
          <TextField
            {...control('canonicalUrl')}
            type="url"
            inputMode="url"
            spellCheck={false}
            autoCapitalize="none"
            hint="Only where this post was first published on another site: search engines list that page instead."
          />
          <Switch
            label="Hide from search engines"
            checked={noindex}
            onChange={(next) => text.change({ noindex: next })}
          />
        </div>
      </details>
    </Card>
  );
}

function SearchResult({
  values: { title, excerpt, metaDescription, canonicalUrl, noindex },
  address,
}: {
  values: PostValues;
  address: string;
}) {
  const description = writtenDescription({ metaDescription, excerpt });
  const siteName = useSiteName();
  return (
    <figure className="grid gap-1.5">
      <figcaption className="text-ink-soft">How a search result may look</figcaption>
      <div className="grid gap-0.5 rounded-md border border-line-strong bg-sunken px-3 py-2 wrap-anywhere">
        {noindex ? (
          <p>Search engines are asked not to list this post.</p>
        ) : (
          <>
            <p className="line-clamp-2 text-xs text-ink-soft">{address}</p>
            <p className="line-clamp-2 font-semibold text-signal" dir="auto">
              {shownTitle(title)} · {siteName}
            </p>
            <p className="line-clamp-3 text-ink-soft" dir="auto">
              {description === null
                ? 'Without a description or an excerpt, the first words of the text are shown here.'
                : shortened(description)}
            </p>
          </>
        )}
      </div>
      {!noindex && canonicalUrl.trim() !== '' && (
        <p className="text-ink-soft">Search engines list the original at this address, not this post.</p>
      )}
    </figure>
  );
}

function SharedLink({
  values: { title, slug, excerpt, featuredImage, metaDescription, socialTitle, socialImage },
  category,
}: {
  values: PostValues;
  category: string;
}) {
  const image = socialImage || featuredImage;
  // Changes when typing pauses.
  const [drawn, setDrawn] = useState(() => cardAddress({ title, slug, category }));
  useEffect(() => {
    const timer = setTimeout(() => setDrawn(cardAddress({ title, slug, category })), pause);
    return () => clearTimeout(timer);
  }, [title, slug, category]);

  return (
    <figure className="grid gap-1.5">
      <figcaption className="text-ink-soft">How a shared link will look</figcaption>
      <div className="overflow-hidden rounded-md border border-line-strong">
        <div className="aspect-[1.91] border-b border-line bg-sunken">
          {(image || title.trim()) !== '' && (
            <Image src={image || drawn} className="size-full object-cover" />
          )}
        </div>
        <div className="grid gap-0.5 bg-sunken px-3 py-2">
          <p className="line-clamp-2 font-semibold wrap-anywhere" dir="auto">
            {shownTitle(socialTitle.trim() || title)}
          </p>
          <p className="line-clamp-2 text-ink-soft wrap-anywhere" dir="auto">
            {writtenDescription({ metaDescription, excerpt })}
          </p>
        </div>
      </div>
    </figure>
  );
}

function shownTitle(title: string): string {
  return title.trim() === '' ? 'Untitled' : title;
}

function shortened(description: string): string {
  return description.length <= shownDescription
    ? description
    : `${description.slice(0, shownDescription).trimEnd()}…`;
}

function descriptionHint(description: string): string {
  const { length } = description.trim();
  return length <= shownDescription
    ? 'For search results and shared links; empty: the excerpt.'
    : `${length} characters; search results show about ${shownDescription}.`;
}

function cardAddress(shown: { title: string; slug: string; category: string }): string {
  return `${href('/admin/posts/card')}?${new URLSearchParams({ ...shown, title: shownTitle(shown.title) })}`;
}
