import { DatabaseUnavailable } from '#db/database-error.ts';
import { EmbeddedPostgresError } from '#db/embedded/start.ts';
import { SchemaError } from '#db/migrate.ts';
import { ConfigError, readConfig, readEnvironment } from './config.ts';
import { StartError } from './database.ts';
import { startProduct, type Product, type ProductOptions } from './product.ts';
import { STOP_AT_LAST } from './shutdown.ts';

/** Two signals so close together are one wish: the terminal's and the parent's. */
const sameWishWithin = 500;

/**
 * Runs the product until it is told to stop: SIGTERM, SIGINT, SIGHUP, or the end of the process that started it. The
 * first wish stops gracefully, the second at once.
 */
export async function runProduct(
  options: Pick<ProductOptions, 'web' | 'clientDirectory' | 'development'>,
): Promise<void> {
  process.stdout.on('error', () => {});
  process.stderr.on('error', () => {});
  const starting = new AbortController();
  let product: Product | null = null;
  let askedAt = 0;

  const stop = async () => {
    const now = performance.now();
    if (askedAt > 0 && now - askedAt < sameWishWithin) return;
    if (askedAt > 0) process.exit(1);
    askedAt = now;
    starting.abort();
    if (!product) return;
    setTimeout(() => process.exit(1), STOP_AT_LAST).unref();
    await product.stop();
    process.exit(0);
  };
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) process.on(signal, () => void stop());
  process.on('disconnect', () => void stop());

  try {
    const config = readConfig(await readEnvironment());
    product = await startProduct({ ...options, config, announce, signal: starting.signal });
    if (starting.signal.aborted) {
      await product.stop();
      process.exit(0);
    }
  } catch (error) {
    if (starting.signal.aborted) process.exit(0);
    process.stderr.write(`${explain(error)}\n`);
    process.exit(1);
  }
}

/** A line for the person at the terminal; the log's lines are for machines. */
function announce(line: string): void {
  process.stdout.write(`${line}\n`);
}

const forPeople = [ConfigError, StartError, EmbeddedPostgresError, SchemaError, DatabaseUnavailable];

function explain(error: unknown): string {
  if (forPeople.some((kind) => error instanceof kind) && error instanceof Error) return error.message;
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}
