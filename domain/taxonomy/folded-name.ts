/** A name as names are compared: C, C++ and C# differ, and case and width do not matter. */
export function foldedName(name: string): string {
  return name.normalize('NFKC').toLowerCase();
}
