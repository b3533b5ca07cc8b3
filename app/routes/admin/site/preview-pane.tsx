import { Monitor, Smartphone } from 'lucide-react';
import { useState } from 'react';
import { href } from 'react-router';

import type { DocumentName } from '#domain/site/site-words.ts';
import { IconButton } from '#app/ui/button.tsx';
import { SelectField } from '#app/ui/field.tsx';
import { previewPages } from '#domain/site/preview-pages.ts';
import { VisitorFrame } from '../frame/visitor-frame.tsx';

const widths = [
  { label: 'As on a phone', width: 390, icon: Smartphone },
  { label: 'As on a wide screen', width: 1280, icon: Monitor },
];

/**
 * The page beside its form, as a visitor would see it with the draft.
 * @param savedState changes with every save
 */
export function PreviewPane({ name, savedState }: { name: DocumentName; savedState: string }) {
  const [width, setWidth] = useState(1280);
  const pages: readonly string[] = previewPages[name];
  const [page, setPage] = useState(pages[0] ?? '');
  const address = `${href('/admin/site/:document/visitor', { document: name })}?${new URLSearchParams({ page })}`;
  return (
    <section
      aria-label="Preview"
      className="flex h-[80dvh] min-w-0 flex-col overflow-hidden rounded-lg border border-line-strong bg-surface xl:sticky xl:top-[7.5rem] xl:h-[calc(100dvh-8.5rem)]"
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
            >
              {pages.map((each) => (
                <option key={each}>{each}</option>
              ))}
            </SelectField>
          </div>
        )}
        {widths.map((each) => (
          <IconButton
            key={each.label}
            label={each.label}
            aria-pressed={width === each.width}
            className="aria-pressed:bg-signal/12 aria-pressed:text-ink"
            onClick={() => setWidth(each.width)}
          >
            <each.icon />
          </IconButton>
        ))}
      </div>
      <VisitorFrame
        key={address}
        title="The page as visitors would see it"
        address={address}
        savedState={savedState}
        width={width}
      />
    </section>
  );
}
