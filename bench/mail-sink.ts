import { startMailServer, type MailServerFailure } from '#tests/mail-server.ts';

/** A mail server as a process of its own, so that it takes nothing from the one that measures. */
export type SinkOrder =
  | { do: 'start'; port: number }
  | { do: 'behave'; fault: MailServerFailure | null }
  | { do: 'tell' };

/** How many different emails it has, and how many came again. */
export type SinkAnswer = { arrived: number; twice: number };

let fault: MailServerFailure | null = null;
let received: { source: string }[] = [];

process.on('message', (order: SinkOrder) => void obey(order));

async function obey(order: SinkOrder): Promise<void> {
  if (order.do === 'start')
    ({ received } = await startMailServer({ port: order.port, failure: () => fault }));
  if (order.do === 'behave') ({ fault } = order);
  const ids = received.map(({ source }) => /^Message-ID: (\S+)/m.exec(source)?.[1]);
  const arrived = new Set(ids).size;
  process.send?.({ arrived, twice: ids.length - arrived } satisfies SinkAnswer);
}
