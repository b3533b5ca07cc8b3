import { builtWeb, clientDirectory } from './built-web.ts';
import { runProduct } from './run.ts';

/** Runs the product as one process, or as a primary process that starts the ones which answer requests. */
export function runMain(): Promise<void> {
  return runProduct(async (options) => {
    if (options.config.workers > 1) {
      const { startPrimary } = await import('./workers/primary.ts');
      return startPrimary(options);
    }
    const { startProduct } = await import('./product.ts');
    const web = builtWeb();
    return startProduct({ ...options, web: () => web, clientDirectory });
  });
}
