import type { Signal } from '#domain/posts/content-keys.ts';
import type { Logger } from '#adapters/log.ts';
import type { Database } from '#db/client.ts';
import { classifyView } from '#domain/analytics/classify-view.ts';
import type { UserAgentParser } from '#domain/analytics/user-agent-parser.ts';
import { loadRules } from '#domain/redirects/stored-rules.ts';
import {
  createMissingPageRecorder,
  type MissingPageRecorder,
} from '#domain/redirects/missing-page-recorder.ts';
import type { RedirectRule } from '#domain/redirects/rule.ts';
import { createRuleIndex, locationOf } from '#domain/redirects/rule-index.ts';
import type { MissingPageRequest } from './missing-page-answer.ts';
import { repeatJob, type RepeatedJob } from '../scheduling/repeat-job.ts';
import type { ContentKeys } from '../pages/affected-pages.ts';

type StoredRule = RedirectRule & { id: string };

const storeEvery = 5_000;
const retryReadingEvery = 1_000;

/**
 * The redirects of this process, in its memory, and its counts of them and of the addresses without a page. After a change
 * the rules are read again; until then, and while they cannot be read, the ones before hold.
 */
export function createMissingPages(options: { agentParser: () => Promise<UserAgentParser>; log: Logger }) {
  const { agentParser, log } = options;
  let opened: { reading: RepeatedJob; recorder: MissingPageRecorder; counting: RepeatedJob } | undefined;
  let rules = createRuleIndex<StoredRule>([]);
  let areStale = true;
  const firstReading = Promise.withResolvers<void>();

  async function readRules(db: Database): Promise<void> {
    if (!areStale) return;
    areStale = false;
    try {
      rules = createRuleIndex(await loadRules(db));
    } catch (error) {
      areStale = true;
      throw error;
    } finally {
      firstReading.resolve();
    }
  }

  return {
    /** The database can be asked from now on. */
    open(db: Database): void {
      const recorder = createMissingPageRecorder(db);
      const reading = {
        name: 'Reading of redirects',
        everyMilliseconds: retryReadingEvery,
        run: () => readRules(db),
      };
      const counting = {
        name: 'Counting of redirects and missing pages',
        everyMilliseconds: storeEvery,
        run: recorder.store,
      };
      opened = { recorder, reading: repeatJob(reading, log), counting: repeatJob(counting, log) };
    },
    contentChanged(keys: ContentKeys): void {
      if (keys !== undefined && !keys.has('redirects' satisfies Signal)) return;
      areStale = true;
      opened?.reading.wake();
    },
    async redirectOf({ pathname, search }: MissingPageRequest, statuses?: readonly number[]) {
      if (opened === undefined) return undefined;
      await firstReading.promise;
      const rule = rules.find(pathname);
      if (rule === undefined || statuses?.includes(rule.status) === false) return undefined;
      opened.recorder.recordHit(rule.id, new Date());
      return { status: rule.status, location: locationOf(rule, pathname, search) };
    },
    async record(request: MissingPageRequest) {
      if (typeof (await classify(request)) === 'string') return;
      const { pathname, headers } = request;
      opened?.recorder.recordMissing({ pathname, referrer: headers.referer, at: new Date() });
    },
    /** Resolves when everything that was counted is stored. */
    async stop(): Promise<void> {
      firstReading.resolve();
      await Promise.all([opened?.reading.stop(), opened?.counting.stop()]);
      await opened?.recorder.store().catch((error: unknown) => {
        log.warn('The last counts of redirects and missing pages were not stored', { error });
      });
    },
  };

  async function classify({ headers }: MissingPageRequest) {
    const call = {
      agent: undefined,
      requestAgent: headers['user-agent'],
      purpose: `${headers['sec-purpose'] ?? ''} ${headers['purpose'] ?? ''} ${headers['x-moz'] ?? ''}`,
      isAdministrator: false,
    };
    return classifyView(call, await agentParser());
  }
}
