import type { LeadOrigin } from '#db/queries/inbox.ts';
import { isId, withoutControls } from '#domain/fields/fields.ts';
import { isKeyOf } from '#domain/core/is-key-of.ts';

export type { LeadOrigin };

/** The facts that may be known of a lead's origin, in the order in which they are shown. */
export const originNames: Record<LeadOrigin['by'], string> = {
  post: 'Last post read',
  page: 'Page',
  source: 'Site',
  campaign: 'Campaign',
};

/** `source:news.example` from the address of a list; nothing after the colon: unknown. */
export function parseOrigin(text: string): LeadOrigin | null {
  const [by = '', value = ''] = text.split(/:(.*)/s);
  if (!text.includes(':') || !isKeyOf(originNames, by)) return null;
  if (by === 'post' && value !== '' && !isId(value)) return null;
  return { by, value: withoutControls(value).slice(0, 300).toWellFormed() };
}

/** The same as text. */
export function formatOrigin({ by, value }: LeadOrigin): string {
  return `${by}:${value}`;
}
