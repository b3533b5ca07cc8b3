import { findSiteDocument } from '#db/queries/site-documents.ts';
import { requirePermission } from '#domain/core/actor.ts';
import type { Core } from '#domain/core/context.ts';
import { parseDocument, valuesFrom } from './document-values.ts';
import type { DocumentValues } from './site-words.ts';
import { writeSiteDocument } from './write-site-document.ts';

/** True if the header has an entry of this address, or gets one with the draft, be it hidden. */
export async function isInHeader(ctx: Pick<Core, 'db'>, address: string): Promise<boolean> {
  const row = await findSiteDocument(ctx.db, 'navigation');
  return [row?.published, row?.draft].some((words) =>
    entriesOf(valuesFrom('navigation', words ?? {})).some((entry) => entry['address'] === address),
  );
}

/**
 * Adds an entry to the header, before the contact page. What is in the draft stays there.
 * @param isVisible false for an entry that waits in Site until it is shown
 * @throws invalid where the header is full
 */
export async function addToHeader(ctx: Core, address: string, isVisible: boolean): Promise<void> {
  requirePermission(ctx, 'manage-site');
  const withEntry = (values: DocumentValues) => {
    const header = entriesOf(values);
    if (header.some((entry) => entry['address'] === address)) return values;
    const contact = header.findIndex((entry) => entry['address'] === '/contact');
    const at = contact === -1 ? header.length : contact;
    const added = header.toSpliced(at, 0, { label: '', address, isVisible });
    return parseDocument('navigation', { ...values, header: added });
  };
  await writeSiteDocument(
    ctx,
    'navigation',
    ({ published, draft }) => ({ published: withEntry(published), draft: draft && withEntry(draft) }),
    { kind: 'publish' },
  );
}

function entriesOf({ header }: DocumentValues) {
  return typeof header === 'object' ? header : [];
}
