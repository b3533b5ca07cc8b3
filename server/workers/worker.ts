import { cacheCompiledCode } from '../compile-cache.ts';

cacheCompiledCode();
const { runWorker } = await import('./run-worker.ts');
await runWorker();
