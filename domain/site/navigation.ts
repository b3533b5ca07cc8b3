import { pageNames } from '#domain/core/public-addresses.ts';

/** Pages whose name in the navigation the specification fixes. */
const fixedNames: readonly string[] = ['/', '/about', '/blog', '/contact', '/privacy', '/terms', '/cookies'];

export function hasFixedName(address: unknown): boolean {
  return fixedNames.includes(String(address));
}

/** The problems of an entry of the navigation, by field. Pure. */
export function checkEntry({ label, address }: Readonly<Record<string, unknown>>): Record<string, string> {
  const page = String(address);
  const name = pageNames[page];
  if (label === '' && name === undefined) return { label: 'Please enter a label for this address.' };
  if (label !== '' && label !== name && name !== undefined && hasFixedName(page)) {
    return { label: `This page is always called ${name}. Leave the label empty.` };
  }
  return {};
}

/** The words of a link of the navigation. */
export function entryLabel({ label, address }: { label: string; address: string }): string {
  return label || pageNames[address] || address;
}
