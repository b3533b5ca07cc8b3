export const unsafeLinkMessage =
  'A link can lead to a web page (http, https), an email address (mailto) or a telephone (tel).';

/** Without a scheme an address is taken for a web page or an email address; a path or a fragment stays one. */
export function withScheme(address: string): string {
  if (address === '' || /^(?:[a-z][a-z0-9+.-]*:|[/#?])/i.test(address)) return address;
  return /^[^\s/@]+@[^\s/@]+$/.test(address) ? `mailto:${address}` : `https://${address}`;
}
