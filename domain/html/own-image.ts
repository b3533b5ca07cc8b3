/** True if an address is that of an image in this site's own store; never another site's, never inline data. */
export function isOwnImage(address: string): boolean {
  return /^\/storage(?:\/[\w-][\w.~-]*){2,}$/.test(address);
}
