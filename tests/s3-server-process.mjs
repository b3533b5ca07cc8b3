// A real S3 service for the tests, as a process of its own: `node tests/s3-server-process.mjs PORT FOLDER`. It has no types.
import S3rver from '@20minutes/s3rver';

const [, , port = '0', directory = ''] = process.argv;
const server = new S3rver({
  port: Number(port),
  address: '127.0.0.1',
  directory,
  silent: true,
  configureBuckets: [{ name: 'blog-images', configs: [] }],
});
const address = await server.run();
process.send?.({ port: address.port });
process.on('disconnect', () => process.exit(0));
