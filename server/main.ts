import { cacheCompiledCode } from './compile-cache.ts';

cacheCompiledCode();
const { runMain } = await import('#product/main.js');
await runMain();
