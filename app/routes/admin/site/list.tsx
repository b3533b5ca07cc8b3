import { Download } from 'lucide-react';
import { Link, href } from 'react-router';

import type { Route } from './+types/list';
import { can } from '#domain/permissions.ts';
import { listSiteDocuments } from '#domain/site/site-document.ts';
import { sectionsOf } from '#domain/site/site-words.ts';
import { siteDocuments } from '#domain/site/site-documents.ts';
import { Badge } from '#app/ui/badge.tsx';
import { buttonClass } from '#app/ui/button.tsx';
import { formatLongDateTime } from '#domain/text/dates.ts';
import { FailingScreen, ScreenFailure } from '../frame/screen-failure.tsx';
import { screenMeta } from '../frame/screen-meta.ts';
import { screenLoader } from '../actions/screen-loader.ts';

const loadFailure = 'The words of the site could not be loaded.';

export const loader = screenLoader(loadFailure, async (domain) => {
  const documents = await listSiteDocuments(domain);
  return {
    timeZone: domain.timeZone,
    mayExport: domain.actor !== null && can(domain.actor, 'manage-site'),
    documents: documents.map(({ values: _words, saveKey: _key, ...document }) => document),
  };
});

export const handle = new FailingScreen('Site', loadFailure);

export const meta = () => screenMeta('Site');

/** Every document of the owner's words, with what is in it and whether visitors see all of it. */
export default function Site({ loaderData: { documents, timeZone, mayExport } }: Route.ComponentProps) {
  return (
    <div className="grid gap-4">
      <header className="grid gap-1">
        <h1 className="text-base font-semibold tracking-tight">Site</h1>
        <p className="max-w-prose text-ink-soft">
          The words, people and links of the public pages. Changes are drafts until they go live.
        </p>
      </header>
      <ul className="grid gap-px overflow-hidden rounded-lg border border-line bg-line">
        {documents.map(({ name, hasDraft, isExample, savedAt, savedBy }) => (
          <li
            key={name}
            className="relative grid gap-x-4 gap-y-0.5 bg-surface px-4 py-3 hover:bg-sunken sm:grid-cols-[minmax(0,1fr)_auto]"
          >
            <div className="min-w-0">
              <Link
                to={href('/admin/site/:document', { document: name })}
                className="font-semibold after:absolute after:inset-0"
              >
                {siteDocuments[name].label}
              </Link>
              <p className="text-ink-soft">
                {sectionsOf(name)
                  .map(({ label }) => label)
                  .join(' · ')}
              </p>
            </div>
            <div className="flex flex-wrap items-center gap-x-3 gap-y-1 sm:justify-end">
              {savedAt !== null && (
                <span className="text-ink-soft">
                  {formatLongDateTime(savedAt, timeZone)}
                  {savedBy !== null && ` · ${savedBy}`}
                </span>
              )}
              {isExample && <Badge tone="neutral">Example text</Badge>}
              {hasDraft ? <Badge tone="neutral">Draft</Badge> : !isExample && <Badge tone="ok">Live</Badge>}
            </div>
          </li>
        ))}
      </ul>
      {mayExport && (
        <section className="grid gap-1" aria-labelledby="export">
          <h2 id="export" className="font-semibold">
            Export
          </h2>
          <p className="max-w-prose text-ink-soft">
            Everything you have written, as Markdown files with their images. Accounts, messages and
            subscribers are not in it.
          </p>
          <div className="flex flex-wrap gap-2 pt-1">
            {[
              ['Export Public Content', ''],
              ['Export With Drafts', '?drafts'],
            ].map(([name, search]) => (
              <Link
                key={name}
                to={`${href('/admin/site/export')}${search}`}
                reloadDocument
                className={buttonClass('secondary')}
              >
                <Download />
                {name}
              </Link>
            ))}
          </div>
        </section>
      )}
    </div>
  );
}

export const ErrorBoundary = ScreenFailure;
