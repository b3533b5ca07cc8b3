import { openConnection } from './connection.ts';

/** Responses per second to this many connections, each with one open request at a time. */
export async function throughput(
  port: number,
  path: string,
  { connections, milliseconds }: { connections: number; milliseconds: number },
): Promise<number> {
  const open = await Promise.all(Array.from({ length: connections }, () => openConnection(port)));
  const started = performance.now();
  const until = started + milliseconds;
  let answers = 0;
  const ask = async (connection: (typeof open)[number]) => {
    while (performance.now() < until) {
      const { status } = await connection.get(path);
      if (status !== 200) throw new Error(`${path} answered ${status}.`);
      answers += 1;
    }
  };
  await Promise.all(open.map(ask));
  const seconds = (performance.now() - started) / 1000;
  for (const connection of open) connection.close();
  return answers / seconds;
}
