import { connect, type Socket } from 'node:net';

/** The parent's instructions for the process, sent once. */
export type ViewLoad = {
  port: number;
  /** `/rpc/increment_post_view`, or an address to compare it with. */
  path: string;
  postIds: readonly string[];
  connections: number;
  /** Views per second, sent without waiting for earlier responses; null for the maximum rate. */
  perSecond: number | null;
  milliseconds: number;
  /** The first two groups of every visitor's address, such as `fd00:1`; no two loads of one day share it. */
  network: string;
};

/** The results of the process. */
export type ViewLoadResult = {
  sent: number;
  answered: number;
  /** The same by index of the post. */
  answeredByPost: Uint32Array;
  /** Unsuccessful responses. */
  refused: number;
  /** Time from when each view was due to its response, in milliseconds. */
  times: number[];
  /** CPU time of this process, in milliseconds. */
  cpu: number;
  took: number;
};

/** Kinds of browsers among the visitors. */
const agents = 400;

/*
 * Readers' browsers, each in a separate network (/64), so that every view counts. Uses a separate process and bare sockets,
 * because the load generator must cost less than what it measures.
 */
process.once('message', (load: ViewLoad) => {
  void send(load).then((result) => process.send?.(result, () => process.disconnect()));
});

async function send(load: ViewLoad): Promise<ViewLoadResult> {
  const { port, postIds, perSecond } = load;
  const answeredByPost = new Uint32Array(postIds.length);
  const result: ViewLoadResult = {
    sent: 0,
    answered: 0,
    answeredByPost,
    refused: 0,
    times: [],
    cpu: 0,
    took: 0,
  };
  const head = [
    `POST ${load.path} HTTP/1.1`,
    `Host: 127.0.0.1:${port}`,
    'User-Agent: Mozilla/5.0 (X11; Linux x86_64; rv:150.0) Gecko/20100101 Firefox/150.0',
    'Accept: */*',
    'Accept-Language: en-US,en;q=0.5',
    'Accept-Encoding: gzip, deflate, br',
    `Referer: http://127.0.0.1:${port}/blog/post-1`,
    'Content-Type: application/json',
    `Origin: http://127.0.0.1:${port}`,
    'Connection: keep-alive',
    'Sec-Fetch-Dest: empty',
    'Sec-Fetch-Mode: cors',
    'Sec-Fetch-Site: same-origin',
    'X-Forwarded-For: ',
  ].join('\r\n');
  const free: Socket[] = [];
  const due: number[] = [];
  let open = 0;
  let isOver = false;
  let end = () => {};
  const ended = new Promise<void>((resolve) => (end = resolve));

  for (let n = 0; n < load.connections; n += 1) free.push(await opened(port));
  const started = performance.now();
  const cpuBefore = process.cpuUsage();
  const atEnd = () => {
    if (isOver && open === 0) end();
  };

  function ask(socket: Socket, dueAt: number): void {
    const n = (result.sent += 1);
    open += 1;
    const post = (n * 7919) % postIds.length;
    const body = `{"post_id_param":"${postIds[post]}","ip_address_param":null,"user_agent_param":"Mozilla/5.0 (X11; Linux x86_64; rv:${n % agents}.0) Gecko/20100101 Firefox/${n % agents}.0","referrer_param":"https://site-${n % 40}.example/","campaign_param":null}`;
    let isSettled = false;
    const settle = (data: Buffer | null) => {
      if (isSettled) return;
      isSettled = true;
      socket.off('data', settle);
      socket.off('close', lost);
      open -= 1;
      if (data === null) return atEnd();
      if (data.toString('latin1', 9, 10) === '2') {
        result.answered += 1;
        answeredByPost[post] = (answeredByPost[post] ?? 0) + 1;
        result.times.push(performance.now() - dueAt);
      } else result.refused += 1;
      const next = perSecond === null && !isOver ? performance.now() : due.shift();
      if (next !== undefined) ask(socket, next);
      else free.push(socket);
      atEnd();
    };
    const lost = () => settle(null);
    socket.on('data', settle);
    socket.on('close', lost);
    socket.write(
      `${head}${load.network}:${(n >> 16).toString(16)}:${(n & 0xffff).toString(16)}::1\r\nContent-Length: ${body.length}\r\n\r\n${body}`,
      'latin1',
    );
  }

  const stop = () => {
    isOver = true;
    due.length = 0;
    clearInterval(clock);
    atEnd();
  };
  const clock = setInterval(() => {
    const elapsed = performance.now() - started;
    if (elapsed >= load.milliseconds) return stop();
    if (perSecond === null) return;
    for (let n = result.sent + due.length; n < (elapsed / 1000) * perSecond; n += 1) {
      const dueAt = started + (n / perSecond) * 1000;
      // In turn: the server closes connections that are idle for long, and those with very many requests.
      const socket = free.shift();
      if (socket) ask(socket, dueAt);
      else due.push(dueAt);
    }
  }, 1);
  if (perSecond === null) for (const socket of free.splice(0)) ask(socket, performance.now());
  await ended;
  result.took = performance.now() - started;
  const { user, system } = process.cpuUsage(cpuBefore);
  result.cpu = (user + system) / 1000;
  for (const socket of free) socket.destroy();
  return result;
}

async function opened(port: number): Promise<Socket> {
  const socket = connect({ port, host: '127.0.0.1', noDelay: true });
  socket.on('error', () => {});
  await new Promise<void>((resolve) => socket.once('connect', resolve));
  return socket;
}
