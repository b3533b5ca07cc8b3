import { startMailServer, type MailServerFailure } from '#tests/mail-server.ts';

/** A mail server in a separate process, so that it does not slow down the one that measures. */
export type SinkOrder =
  | { do: 'start'; port: number }
  | { do: 'behave'; failure: MailServerFailure | null }
  | { do: 'tell' };

/** Numbers of different emails received, and of duplicates. */
export type SinkAnswer = { arrived: number; duplicates: number };

let failure: MailServerFailure | null = null;
let received: { source: string }[] = [];

process.on('message', (order: SinkOrder) => void obey(order));

async function obey(order: SinkOrder): Promise<void> {
  if (order.do === 'start')
    ({ received } = await startMailServer({ port: order.port, failure: () => failure }));
  if (order.do === 'behave') ({ failure } = order);
  const ids = received.map(({ source }) => /^Message-ID: (\S+)/m.exec(source)?.[1]);
  const arrived = new Set(ids).size;
  process.send?.({ arrived, duplicates: ids.length - arrived } satisfies SinkAnswer);
}
