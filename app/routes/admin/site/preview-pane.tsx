import { useState } from 'react';
import { href } from 'react-router';

import type { DocumentName } from '#domain/site/site-words.ts';
import { SelectField } from '#app/ui/field.tsx';
import { pageOfSection, previewPages } from '#domain/site/preview-pages.ts';
import { useFrameWidth, VisitorFrame, type Part } from '../frame/visitor-frame.tsx';

/** The page beside its form, as a visitor would see it with the draft. */
export function PreviewPane({
  name,
  savedState,
  part,
}: {
  name: DocumentName;
  savedState: string;
  part: Part & { section: string };
}) {
  const [width, widthButtons] = useFrameWidth(1280);
  const pages: readonly string[] = previewPages[name];
  const [page, setPage] = useState(pages[0] ?? '');
  const [section, setSection] = useState(part.section);
  if (section !== part.section) {
    setSection(part.section);
    setPage(pageOfSection[part.section] ?? pages[0] ?? '');
  }
  const address = `${href('/admin/site/:document/visitor', { document: name })}?${new URLSearchParams({ page })}`;
  return (
    <section
      aria-label="Preview"
      className="flex h-[80dvh] min-w-0 flex-col overflow-hidden rounded-lg border border-line-strong bg-surface xl:sticky xl:top-29.25 xl:h-[calc(100dvh-8.3125rem)]"
    >
      <div className="flex items-center gap-1 border-b border-line px-3 py-1.5">
        <h2 className="mr-auto font-semibold">Preview</h2>
        {pages.length > 1 && (
          <div className="w-40">
            <SelectField
              label="Shown page"
              hiddenLabel
              value={page}
              onChange={(event) => setPage(event.currentTarget.value)}
              options={pages.map((each) => [each, each])}
            />
          </div>
        )}
        {widthButtons}
      </div>
      <VisitorFrame
        key={address}
        title="The page as visitors would see it"
        address={address}
        savedState={savedState}
        width={width}
        part={part}
      />
    </section>
  );
}
