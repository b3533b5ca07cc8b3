import { connect, type Socket } from 'node:net';

/** A response as received, without the time that a full HTTP client would add. */
export type RawAnswer = { status: number; head: string; body: Buffer };

export type Connection = { get: (path: string) => Promise<RawAnswer>; close: () => void };

/**
 * One keep-alive connection that sends the requests of a browser, one at a time. As a browser does, it opens a new one when
 * the server ends it with an answer.
 */
export async function openConnection(port: number): Promise<Connection> {
  let socket = await openSocket(port);
  return {
    get: async (path) => {
      // The server ends a connection on which nothing came for a while.
      if (socket.destroyed) socket = await openSocket(port);
      const answer = readAnswer(socket);
      socket.write(
        `GET ${path} HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nAccept-Encoding: gzip, deflate, br\r\nAccept: text/html\r\n\r\n`,
      );
      const read = await answer;
      if (/\r\nconnection: close/i.test(read.head)) socket = await openSocket(port);
      return read;
    },
    close: () => socket.destroy(),
  };
}

async function openSocket(port: number): Promise<Socket> {
  const socket = connect({ port, host: '127.0.0.1', noDelay: true });
  await new Promise<void>((resolve, reject) => {
    socket.once('connect', resolve);
    socket.once('error', reject);
  });
  return socket;
}

function readAnswer(socket: Socket): Promise<RawAnswer> {
  return new Promise((resolve, reject) => {
    let received: Buffer = Buffer.alloc(0);
    const onData = (chunk: Buffer) => {
      received = received.length === 0 ? chunk : Buffer.concat([received, chunk]);
      const answer = parse(received);
      if (answer) end(() => resolve(answer));
    };
    const onClose = () => end(() => reject(new Error('The connection was closed.')));
    const end = (settle: () => void) => {
      socket.off('data', onData);
      socket.off('close', onClose);
      settle();
    };
    socket.on('data', onData);
    socket.on('close', onClose);
  });
}

const lastChunk = Buffer.from('0\r\n\r\n');

/** Null while something is missing. The body of an answer without a length stays in chunks. */
function parse(received: Buffer): RawAnswer | null {
  const end = received.indexOf('\r\n\r\n');
  if (end === -1) return null;
  const head = received.toString('latin1', 0, end);
  const length = /\r\ncontent-length: (\d+)/i.exec(head)?.[1];
  const isComplete =
    length === undefined
      ? received.subarray(-lastChunk.length).equals(lastChunk)
      : received.length >= end + 4 + Number(length);
  if (!isComplete) return null;
  return { status: Number(head.slice(9, 12)), head, body: received.subarray(end + 4) };
}
