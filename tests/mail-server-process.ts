import { appendFileSync } from 'node:fs';

import { SMTPServer } from 'smtp-server';

/**
 * A mail server as a process of its own, which tests may kill: each email that it takes is a line of a file, with its
 * recipient and its Message-ID, before the sender is told.
 */
const [file = '', port = '0'] = process.argv.slice(2);
const server = new SMTPServer({
  authOptional: true,
  disabledCommands: ['STARTTLS'],
  onData(stream, session, done) {
    let head = '';
    stream.on('data', (chunk: Buffer) => {
      if (head.length < 4_000) head += chunk.toString('latin1');
    });
    stream.on('end', () => {
      const id = /^Message-ID: (\S+)/im.exec(head)?.[1] ?? '';
      appendFileSync(file, `${session.envelope.rcptTo[0]?.address} ${id}\n`);
      done();
    });
  },
});
server.on('error', () => {});
server.listen(Number(port), '127.0.0.1', () => {
  const address = server.server.address();
  console.log(`Listening at ${typeof address === 'object' ? address?.port : ''}.`);
});
