/** Whether an address is that of a picture in this site's own store; never another site's, never inline data. */
export function isOwnPicture(address: string): boolean {
  return /^\/storage(?:\/[\w-][\w.~-]*){2,}$/.test(address);
}
