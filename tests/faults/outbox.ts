import { setTimeout as sleep } from 'node:timers/promises';

import { sql } from 'kysely';

import { copiesIn, startMailServer, type MailServer } from '../mail-server.ts';
import type { Failure } from './failure.ts';

/** Kills while emails leave: none is lost, and of a thousand at most one comes twice, with the same Message-ID. */

const emails = 1_200;
const kills = 20;
let mail: MailServer;

export const killsOfTheOutbox = (['server', 'database'] as const).map((killed): Failure => ({
  name: `outbox: kills of the ${killed} while emails leave`,
  rounds: { short: 0, long: 1 },
  site: {
    wrapper: async () => {
      // Slow enough that each kill meets some of them on their way.
      mail = await startMailServer({ failure: () => ({ at: 'greeting', is: { milliseconds: 150 } }) });
      return { command: [], env: mail.settings, remove: mail.stop };
    },
  },
  strike: async (site, visitors) => {
    const goOn = await visitors.pauseWriting();
    await site.withDatabase(({ db }) =>
      sql`insert into jobs (task, payload) select 'delivery', jsonb_build_object('to', 'u' || n || '@firm.test',
        'subject', 'Hello', 'text', 'Hello', 'html', '<p>Hello</p>') from generate_series(1, ${emails}::int) n`.execute(
        db,
      ),
    );
    for (let kill = 0; kill < kills; kill += 1) {
      await sleep(300 + Math.random() * 700);
      site.kill(killed);
      await site.untilReady();
    }
    const arrived = () => new Set(mail.received.flatMap(({ to }) => to).filter((to) => to.startsWith('u')));
    // The claims of a killed process end with their lease.
    const deadline = performance.now() + 240_000;
    while (arrived().size < emails && performance.now() < deadline) await sleep(200);
    goOn();
    const twice = copiesIn(mail).reduce((sum, copies) => sum + copies - 1, 0);
    const lost = emails - arrived().size;
    return {
      endedAt: performance.now(),
      notes: [`${twice} of ${mail.received.length} emails came twice`],
      failures: [
        ...(lost > 0 ? [`${lost} emails did not leave.`] : []),
        ...(twice > mail.received.length / 1_000 ? ['More than one of a thousand came twice.'] : []),
      ],
    };
  },
}));
