import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { accessSync } from 'node:fs';
import { chmod, chown, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { findFreePort } from './free-port.ts';

const program = '/usr/sbin/dovecot';
/** An account of every Debian without rights. */
const mailUser = 65_534;

/** Why the tests of the mailbox are left out; null: they run. */
export function missingImapServer(): string | null {
  if (process.getuid?.() !== 0) return 'Dovecot is started as root in these tests.';
  try {
    accessSync(program);
    return null;
  } catch {
    return 'apt-get install dovecot-imapd: a real mailbox is read.';
  }
}

export type ImapServer = Awaited<ReturnType<typeof startImapServer>>;

/** A Dovecot of its own with one mailbox. */
export async function startImapServer() {
  const folder = await mkdtemp(join(tmpdir(), 'anyforge-imap-'));
  const port = await findFreePort('127.0.0.1');
  const inbox = join(folder, 'mail');
  for (const part of ['', 'new', 'cur', 'tmp', '../run']) await mkdir(join(inbox, part), { recursive: true });
  // Dovecot serves no mailbox as root.
  await chmod(folder, 0o755);
  for (const part of ['', 'new', 'cur', 'tmp']) await chown(join(inbox, part), mailUser, mailUser);
  const configuration = join(folder, 'dovecot.conf');
  const certificate = join(folder, 'certificate.pem');
  const options = `-x509 -newkey rsa:2048 -nodes -days 2 -subj /CN=127.0.0.1 -addext subjectAltName=IP:127.0.0.1`;
  const files = ['-keyout', join(folder, 'key.pem'), '-out', certificate];
  execFileSync('openssl', ['req', ...options.split(' '), ...files], { stdio: 'ignore' });
  await writeFile(
    configuration,
    `protocols = imap
listen = 127.0.0.1
base_dir = ${folder}/run
log_path = ${folder}/log
ssl = required
ssl_cert = <${certificate}
ssl_key = <${folder}/key.pem
first_valid_uid = 1
mail_location = maildir:${inbox}
passdb {
  driver = static
  args = password=secret
}
userdb {
  driver = static
  args = uid=${mailUser} gid=${mailUser} home=${folder}
}
service imap-login {
  inet_listener imap {
    port = ${port}
  }
  inet_listener imaps {
    port = 0
  }
}
`,
  );
  const child = spawn(program, ['-F', '-c', configuration], { stdio: 'ignore' });
  const ended = new Promise((resolve) => child.once('exit', resolve));
  await waitForPort(port);
  let count = 0;
  return {
    /** For BOUNCE_IMAP_URL; it takes a password after STARTTLS only. */
    url: `imap://bounces:secret@127.0.0.1:${port}`,
    /** PEM. */
    certificate: await readFile(certificate, 'utf8'),
    /** Puts a message into the inbox, unread. */
    async deliver(source: string) {
      count += 1;
      await writeFile(join(inbox, 'new', `${1_700_000_000 + count}.${count}.test`), source);
    },
    /** Messages of the inbox that are unread. */
    async unread() {
      const [fresh, seen] = await Promise.all([readdir(join(inbox, 'new')), readdir(join(inbox, 'cur'))]);
      return fresh.length + seen.filter((name) => !/:2,[A-Z]*S/.test(name)).length;
    },
    async stop() {
      child.kill('SIGTERM');
      await ended;
      await rm(folder, { recursive: true, force: true });
    },
  };
}

async function waitForPort(port: number): Promise<void> {
  for (let attempt = 0; attempt < 100; attempt += 1) {
    const socket = connect(port, '127.0.0.1');
    const isOpen = await once(socket, 'connect').then(
      () => true,
      () => false,
    );
    socket.destroy();
    if (isOpen) return;
    await sleep(50);
  }
  throw new Error('Dovecot did not start.');
}
