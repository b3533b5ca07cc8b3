import { createSocket } from 'node:dgram';
import { once } from 'node:events';

type Records = Readonly<Record<string, { a?: string[]; txt?: string[] }>>;

const types = { a: 1, txt: 16 } as const;

/** A DNS server on this machine. `silent`: it never answers. */
export async function startDnsServer(
  records: Records,
  { silent = false } = {},
): Promise<{ address: string; stop: () => Promise<void> }> {
  const socket = createSocket('udp4');
  socket.on('message', (query, { port, address }) => {
    if (!silent) socket.send(answerTo(query, records), port, address);
  });
  socket.bind(0, '127.0.0.1');
  await once(socket, 'listening');
  return {
    address: `127.0.0.1:${socket.address().port}`,
    stop: () => new Promise((resolve) => socket.close(() => resolve())),
  };
}

/** RFC 1035, section 4: one question, its answers with the name as a pointer to it. */
function answerTo(query: Buffer, records: Records): Buffer {
  const labels: string[] = [];
  let at = 12;
  for (let length = query[at] ?? 0; length > 0; length = query[at] ?? 0) {
    labels.push(query.toString('latin1', at + 1, at + 1 + length));
    at += 1 + length;
  }
  const question = query.subarray(12, at + 5);
  const type = query.readUInt16BE(at + 1);
  const found = records[labels.join('.').toLowerCase()];
  const data =
    type === types.a
      ? (found?.a ?? []).map((address) => Buffer.from(address.split('.').map(Number)))
      : type === types.txt
        ? (found?.txt ?? []).map((text) => Buffer.concat([Buffer.from([text.length]), Buffer.from(text)]))
        : [];
  const header = Buffer.alloc(12);
  query.copy(header, 0, 0, 2);
  header.writeUInt16BE(0x8180 | (found === undefined ? 3 : 0), 2);
  header.writeUInt16BE(1, 4);
  header.writeUInt16BE(data.length, 6);
  const answers = data.map((bytes) => {
    const start = Buffer.alloc(12);
    start.writeUInt16BE(0xc00c, 0);
    start.writeUInt16BE(type, 2);
    start.writeUInt16BE(1, 4);
    start.writeUInt32BE(60, 6);
    start.writeUInt16BE(bytes.length, 10);
    return Buffer.concat([start, bytes]);
  });
  return Buffer.concat([header, question, ...answers]);
}
