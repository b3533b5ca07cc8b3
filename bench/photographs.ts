import { spawn } from 'node:child_process';
import { once } from 'node:events';

import { createClient, type Client } from '#tests/client.ts';
import { postForm } from '#tests/factories.ts';
import { photograph } from '#tests/image-files.ts';
import { upload } from '#tests/uploads.ts';
import { account, startOwnProduct } from './own-product.ts';

/**
 * Lighthouse on a post with twenty photographs, one of them above the text: scores, layout shift, and audits of images.
 *
 * npm run bench -- photographs
 */
const photographs = 20;

const product = await startOwnProduct();
try {
  const client = createClient(product);
  await client.post('/admin/login', account);
  await publishPhotographs(client);
  const child = spawn(process.execPath, ['scripts/lighthouse.ts', product.origin, '/blog/photographs'], {
    stdio: 'inherit',
  });
  const [code] = await once(child, 'exit');
  process.exitCode = Number(code);
} finally {
  await product.stop();
}

async function publishPhotographs(client: Client): Promise<void> {
  const sources: string[] = [];
  for (let seed = 1; seed <= photographs; seed += 1) {
    const bytes = await photograph(2000, 1000 + 40 * seed, 'jpeg', seed);
    const folder = seed === 1 ? 'featured-images' : 'editor-images';
    const { status, body } = await upload(client, bytes, { folder, query: '?alt=A%20photograph' });
    if (status !== 201) throw new Error(`An upload answered ${status}: ${body.message ?? ''}`);
    sources.push(body.src);
  }
  const [featuredImage = '', ...inBody] = sources;
  const content = inBody
    .map(
      (src, n) => `<p>${'Some words. '.repeat(40)}</p><figure><img src="${src}" alt="Photo ${n}"></figure>`,
    )
    .join('');
  const { status } = await client.post(
    '/admin/posts/new',
    postForm({
      title: 'Photographs',
      slug: 'photographs',
      excerpt: 'Twenty of them.',
      content,
      featuredImage,
      published: 'true',
    }),
  );
  if (status !== 302) throw new Error(`The post was answered with ${status}.`);
}
