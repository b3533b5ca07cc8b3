import { cacheCompiledCode } from './compile-cache.ts';

cacheCompiledCode();
const { runProduct } = await import('./run.ts');

await runProduct(async (options) => {
  if (options.config.workers > 1) {
    const { startPrimary } = await import('./workers/primary.ts');
    return startPrimary(options);
  }
  const [{ startProduct }, { builtWeb, clientDirectory }] = await Promise.all([
    import('./product.ts'),
    import('./built-web.ts'),
  ]);
  const web = builtWeb();
  return startProduct({ ...options, web: () => web, clientDirectory });
});
