import { cacheCompiledCode } from '../compile-cache.ts';

cacheCompiledCode();
const { runWorker } = await import('#product/worker.js');
await runWorker();
