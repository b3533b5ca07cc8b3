import { spawn, type ChildProcess } from 'node:child_process';

/**
 * PostgreSQL refuses to run as root. How a program is started:
 * - `direct`: as the user this process already is;
 * - `namespace`: in a user namespace where root appears as `uid`; outside it is still root, so files
 *   stay root's and folders only root can enter stay reachable;
 * - `dropped`: really as `uid` and `gid`, for root where user namespaces are forbidden.
 */
export type RunAs = { readonly how: 'direct' } | ({ readonly how: 'namespace' | 'dropped' } & Account);

export type Account = { readonly uid: number; readonly gid: number };

type Program = {
  readonly file: string;
  readonly args: readonly string[];
  readonly runAs: RunAs;
  readonly diesWithUs: boolean;
  /** Files it inherits, the first one as descriptor 3. */
  readonly inherit?: readonly number[];
};

/** The ways worth trying, best first. `dataOwner` is null when there is no data directory yet. */
export function waysToRun(situation: {
  readonly self: Account;
  readonly selfHasName: boolean;
  readonly dataOwner: Account | null;
  readonly unprivileged: Account;
  readonly hasNamespaces: boolean;
}): readonly RunAs[] {
  const { self, selfHasName, dataOwner, unprivileged } = situation;
  const direct: RunAs = { how: 'direct' };
  const namespaces: RunAs[] = situation.hasNamespaces ? [{ how: 'namespace', ...unprivileged }] : [];
  if (self.uid !== 0) return selfHasName ? [direct] : [...namespaces, direct];
  // The data belongs to a user other than root: keep that owner, who may start it next time.
  if (dataOwner && dataOwner.uid !== 0) return [{ how: 'dropped', ...dataOwner }, ...namespaces];
  return [...namespaces, { how: 'dropped', ...unprivileged }];
}

/** The account a root start borrows, from the text of /etc/passwd. PostgreSQL wants one with a name. */
export function unprivilegedAccount(passwd: string): Account {
  const accounts = passwd
    .split('\n')
    .map((line) => line.split(':'))
    .map(([, , uid, gid]) => ({ uid: Number(uid), gid: Number(gid) }))
    .filter(({ uid, gid }) => uid > 0 && gid > 0);
  return (
    accounts.find(({ uid }) => uid === unprivilegedId) ??
    accounts[0] ?? { uid: unprivilegedId, gid: unprivilegedId }
  );
}

/** By convention the account without any rights. */
const unprivilegedId = 65534;

/** The user id that will own the files, as seen by this process. */
export function fileOwner(runAs: RunAs, self: Account): Account {
  return runAs.how === 'dropped' ? { uid: runAs.uid, gid: runAs.gid } : self;
}

/**
 * Starts a program detached from the terminal (Ctrl-C reaches only us) and, where `setpriv` is
 * installed, tied to this process: the kernel sends it SIGINT when the thread that called this ends.
 */
export function startProgram({ file, args, runAs, diesWithUs, inherit = [] }: Program): ChildProcess {
  // setpriv inside unshare: entering the namespace would clear the parent-death signal.
  const words = [
    ...(runAs.how === 'namespace'
      ? ['unshare', '--user', `--map-user=${runAs.uid}`, `--map-group=${runAs.gid}`, '--']
      : []),
    ...(diesWithUs ? ['setpriv', '--pdeathsig', 'SIGINT', '--'] : []),
    file,
    ...args,
  ];
  return spawn(words[0] ?? file, words.slice(1), {
    ...(runAs.how === 'dropped' ? { uid: runAs.uid, gid: runAs.gid } : {}),
    cwd: '/',
    detached: true,
    env: environment(),
    stdio: ['pipe', 'pipe', 'pipe', ...inherit],
  });
}

/**
 * Runs a program to its end. Never throws.
 * @returns its exit code, null when it did not start or died by a signal; and what it wrote to standard output and standard
 *   error, in the order they arrived
 */
export function runProgram(
  program: Program & { readonly input?: string },
): Promise<{ code: number | null; output: string }> {
  return new Promise((resolve) => {
    let output = '';
    const child = startProgram(program);
    const append = (text: string) => {
      output += text;
    };
    child.stdout?.setEncoding('utf8').on('data', append);
    child.stderr?.setEncoding('utf8').on('data', append);
    child.stdin?.on('error', () => {}).end(program.input ?? '');
    child.once('error', (error) => resolve({ code: null, output: error.message }));
    child.once('close', (code) => resolve({ code, output }));
  });
}

/** True if `setpriv` can tie a program's life to ours on this machine. */
export async function canDieWithUs(): Promise<boolean> {
  const tried = await runProgram({ file: 'true', args: [], runAs: { how: 'direct' }, diesWithUs: true });
  return tried.code === 0;
}

/**
 * The programs get no settings of ours (they hold secrets) and no PG* variables (they would change
 * what is started). A faked clock has to reach the database too, or two clocks would be compared.
 */
function environment(): NodeJS.ProcessEnv {
  const kept = Object.entries(process.env).filter(
    ([name]) => name === 'PATH' || name === 'LD_PRELOAD' || name.startsWith('FAKETIME'),
  );
  return { ...Object.fromEntries(kept), LC_ALL: 'C', TZ: 'UTC' };
}
