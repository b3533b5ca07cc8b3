import { mkdir, readdir, rename, rm, writeFile } from 'node:fs/promises';
import { dirname, extname, join, resolve } from 'node:path';
import { parseArgs } from 'node:util';

import { errorCode } from '#db/database-error.ts';
import { listFormerPaths } from '#db/queries/former-addresses.ts';
import { readConfig, readEnvironment, type Config } from '#server/config.ts';
import { openConfiguredDatabase } from '#server/database.ts';
import { isCompressible } from '#server/http/accept-encoding.ts';
import { compress } from '#server/pages/compress.ts';
import { cacheablePages } from '#server/pages/cacheable-pages.ts';
import { runCommand } from './command.ts';
import { crawlSite, type CrawlResult, type SiteResponse } from './export/crawl-site.ts';
import { fileOf } from './export/file-of.ts';
import { nginxConfig } from './export/nginx-config.ts';
import { UsageError } from './usage-error.ts';

const usage = `Usage:
  npm run export -- DIR                writes the public site as files into a new folder; the site must be running
  npm run export -- DIR --from ORIGIN  asks it at another address, such as http://127.0.0.1:3000`;

/** Headers that belong to one response. */
const ownHeaders =
  /^(?:content-.*(?<!content-security-policy)|date|etag|last-modified|connection|keep-alive|vary|link|x-request-id|server|age|transfer-encoding|surrogate-.*|cdn-.*|cache-tag)$/;

/** There by settings. */
const optional = ['/.well-known/security.txt', '/favicon.ico'];
const missingPage = '/no-such-page-of-this-site';

await runCommand(async () => {
  const { positionals, values } = parseArgs({
    allowPositionals: true,
    options: { from: { type: 'string' } },
  });
  const [name, ...more] = positionals;
  if (name === undefined || more.length > 0) throw new UsageError(usage);
  const folder = resolve(process.env['INIT_CWD'] ?? '.', name);
  if (!(await isEmpty(folder))) throw new UsageError(`${folder} is not empty. Name a new folder.`);
  const config = readConfig(await readEnvironment());
  const from = readOrigin(values.from) ?? `http://${hostOf(config)}:${config.port}`;
  const partial = `${folder}.partial`;
  await rm(partial, { recursive: true, force: true });
  await mkdir(partial, { recursive: true });
  const { result, unnamed } = await exportSite({ config, from, folder, partial });
  await rm(folder, { recursive: true, force: true });
  await rename(partial, folder);
  console.log(
    `${folder} holds ${result.files} files, ${result.redirects.length} redirects and ${result.gone.length} addresses of what is gone.`,
  );
  for (const { address, status } of result.failed)
    console.log(`Not exported: ${address} answered ${status}.`);
  for (const address of unnamed) console.log(`Not exported: ${address} has no name as a file.`);
});

async function exportSite({
  config,
  from,
  folder,
  partial,
}: {
  config: Config;
  from: string;
  folder: string;
  partial: string;
}): Promise<{ result: CrawlResult; unnamed: string[] }> {
  const starts = cacheablePages.map(({ path }) => path).filter((path) => !path.includes('{'));
  const former = await formerPaths(config);
  const queries = new Set<string>();
  const types = new Map<string, string>();
  const otherTypes: { path: string; type: string }[] = [];
  const unnamed: string[] = [];
  const origin = config.siteUrl.isConfigured ? config.siteUrl.origin : from;

  const home = await askSite(from, '/');
  const missing = await askSite(from, missingPage);
  const save = async ({ address, headers, body }: SiteResponse) => {
    const type = headers.get('content-type') ?? '';
    const file = fileOf(address, type);
    if (file === null) return void unnamed.push(address);
    const { pathname, search } = new URL(address, from);
    if (search !== '') queries.add(search.slice(1));
    const ending = extname(file).slice(1);
    const usual = types.get(ending) ?? type;
    types.set(ending, usual);
    if (usual !== type) otherTypes.push({ path: pathname, type });
    await writeWithForms(join(partial, file), type, body);
  };
  const result = await crawlSite({
    from,
    origin,
    starts: [...starts, ...optional, '/search', missingPage, ...former],
    save,
  });
  const expected = new Set([...optional, missingPage]);
  result.failed = result.failed.filter(({ address }) => !expected.has(address));

  await writeWithForms(join(partial, 'site/404.html'), 'text/html', missing.body);
  const goneExample = result.gone[0];
  const gone = goneExample === undefined ? missing : await askSite(from, goneExample);
  await writeWithForms(join(partial, 'site/410.html'), 'text/html', gone.body);

  const list = result.redirects.map((redirect) => `${redirect.status} ${redirect.from} ${redirect.to}\n`);
  await writeFile(join(partial, 'redirects.txt'), list.join(''));
  await writeFile(join(partial, 'gone.txt'), result.gone.map((address) => `${address}\n`).join(''));
  const headers = [...home.headers].filter(([header]) => !ownHeaders.test(header));
  const { redirects } = result;
  await writeFile(
    join(partial, 'nginx.conf'),
    nginxConfig({ folder, redirects, gone: result.gone, queries: [...queries], types, otherTypes, headers }),
  );
  return { result, unnamed };
}

async function askSite(from: string, address: string): Promise<{ headers: Headers; body: Buffer }> {
  try {
    const response = await fetch(from + address, { signal: AbortSignal.timeout(60_000) });
    return { headers: response.headers, body: Buffer.from(await response.arrayBuffer()) };
  } catch (error) {
    throw new UsageError(
      `The site does not answer at ${from} (${errorCode(error) || String(error)}). Start it, or name its address with --from.`,
    );
  }
}

/** From the database; the site itself says where each leads. */
async function formerPaths(config: Config): Promise<string[]> {
  const database = await openConfiguredDatabase(config, { announce: console.log, share: true });
  try {
    return await listFormerPaths(database.client.db);
  } finally {
    await database.stop();
  }
}

/** The file, and compressed forms of text beside it. */
async function writeWithForms(file: string, type: string, body: Buffer): Promise<void> {
  await mkdir(dirname(file), { recursive: true });
  await writeFile(file, body);
  if (!isCompressible(type) || body.byteLength < 256) return;
  await writeFile(`${file}.br`, await compress(body, 'br', 11));
  await writeFile(`${file}.gz`, await compress(body, 'gzip', 9));
}

async function isEmpty(folder: string): Promise<boolean> {
  try {
    return (await readdir(folder)).length === 0;
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return true;
    throw error;
  }
}

function readOrigin(value: string | undefined): string | undefined {
  if (value === undefined) return undefined;
  const url = URL.parse(value);
  if (url === null || !/^https?:$/.test(url.protocol)) throw new UsageError(usage);
  return url.origin;
}

function hostOf({ host }: Config): string {
  if (host === '0.0.0.0' || host === '::') return '127.0.0.1';
  return host.includes(':') ? `[${host}]` : host;
}
