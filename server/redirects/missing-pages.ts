import type { Signal } from '#domain/posts/content-keys.ts';
import type { Logger } from '#adapters/log.ts';
import type { Database } from '#db/client.ts';
import { classifyVisitor } from '#domain/analytics/classify-view.ts';
import type { UserAgentParser } from '#domain/analytics/user-agent-parser.ts';
import { loadRules } from '#domain/redirects/stored-rules.ts';
import {
  createMissingPageRecorder,
  type MissingPageRecorder,
} from '#domain/redirects/missing-page-recorder.ts';
import { locationOf } from '#domain/redirects/rule-index.ts';
import type { MissingPageRequest, MissingPages } from '../http/missing-page-answer.ts';
import { repeatJob, type RepeatedJob } from '../scheduling/repeat-job.ts';
import type { ContentKeys } from '../pages/affected-pages.ts';
import { createRedirectRules, type RedirectRules } from './redirect-rules.ts';

export interface OpenMissingPages extends MissingPages {
  /** The database can be asked from now on. */
  open(db: Database): void;
  contentChanged(keys: ContentKeys): void;
  /** Resolves when everything that was counted is stored. */
  stop(): Promise<void>;
}

const STORE_EVERY = 5_000;

/** The redirects of this process, and its counts of them and of the addresses without a page. */
export function createMissingPages(options: {
  agentParser: () => Promise<UserAgentParser>;
  log: Logger;
}): OpenMissingPages {
  const { agentParser, log } = options;
  let opened: { rules: RedirectRules; recorder: MissingPageRecorder; job: RepeatedJob } | undefined;

  return {
    open(db) {
      const rules = createRedirectRules({ load: () => loadRules(db), log });
      const recorder = createMissingPageRecorder(db);
      const name = 'Counting of redirects and missing pages';
      const job = repeatJob({ name, everyMilliseconds: STORE_EVERY, run: recorder.store }, log);
      opened = { rules, recorder, job };
      rules.reload();
    },
    contentChanged(keys) {
      if (keys === undefined || keys.has('redirects' satisfies Signal)) opened?.rules.reload();
    },
    async redirectOf({ pathname, search }, statuses) {
      const rule = await opened?.rules.find(pathname);
      if (rule === undefined || statuses?.includes(rule.status) === false) return undefined;
      opened?.recorder.recordHit(rule.id, new Date());
      return { status: rule.status, location: locationOf(rule, pathname, search) };
    },
    async record(request) {
      const visitor = await classify(request);
      if (visitor.kind === 'ignored') return;
      const { pathname, headers } = request;
      opened?.recorder.recordMissing({ pathname, referrer: headers.referer, at: new Date() });
    },
    async stop() {
      opened?.rules.stop();
      await opened?.job.stop();
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
    return classifyVisitor(call, await agentParser());
  }
}
