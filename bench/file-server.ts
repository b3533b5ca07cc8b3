// The machine's limit: a bare node:http server that answers every request with the bytes and headers it was given.
import { createServer } from 'node:http';

type Message = { head: string; body: string };

process.once('message', ({ head, body }: Message) => {
  const bytes = Buffer.from(body, 'base64');
  const headers = head
    .split('\r\n')
    .slice(1)
    .map((line) => [line.slice(0, line.indexOf(':')), line.slice(line.indexOf(':') + 2)] as const)
    .filter(([name]) => name !== '' && !/^(date|connection|keep-alive)$/i.test(name))
    .flat();
  const server = createServer((_request, response) => {
    response.writeHead(200, headers);
    response.end(bytes);
  });
  server.listen(0, '127.0.0.1', () => {
    const address = server.address();
    process.send?.({ port: address !== null && typeof address === 'object' ? address.port : 0 });
  });
});
