import product from '../package.json' with { type: 'json' };

/** Name and version of the product, as in package.json. */
export const productVersion = `${product.name} ${product.version}`;
