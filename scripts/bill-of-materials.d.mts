/** See bill-of-materials.mjs. */
export function billOfMaterials(
  product: { name: string; version: string },
  lock: { packages: object },
): string;
