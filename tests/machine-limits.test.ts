import { execFileSync } from 'node:child_process';
import { tmpdir } from 'node:os';

import { expect, test } from 'vitest';

/** Runs a program in a shell that has set a limit. @returns what it writes */
function runWithin(limit: string, program: string): string {
  const limited = ['-c', `${limit} && exec "$@"`, 'sh', process.execPath];
  return String(execFileSync('sh', [...limited, '--input-type=module', '--eval', program]));
}

const addressOf = (file: string) => JSON.stringify(new URL(`../${file}`, import.meta.url));

test('the page file does not hold a body of which the disk takes only a part', () => {
  const program = `
    import { createPageFile } from ${addressOf('server/pages/page-file.ts')};
    const file = createPageFile({ directory: ${JSON.stringify(tmpdir())}, maximumBytes: 9_000, onLost() {} });
    console.log(await file.write({}, Buffer.alloc(200)), await file.write({}, Buffer.alloc(2_000)));`;
  // Beyond a kilobyte at most the system refuses to write.
  expect(runWithin('ulimit -f 1', program)).toBe('true false\n');
});

test('what could not be loaded while too many files were open is loaded later', () => {
  const program = `
    import { closeSync, openSync } from 'node:fs';
    import { createSocialImageRenderer } from ${addressOf('adapters/social-image-renderer.ts')};
    import { createSmtpMailer } from ${addressOf('adapters/email-by-smtp.ts')};
    import { createBulkMailer } from ${addressOf('adapters/bulk-email-by-smtp.ts')};
    const renderer = createSocialImageRenderer(async () => null);
    const from = () => ({ address: 'site@firm.test', name: 'Firm', accent: '#000000', postalAddress: null, logo: null });
    const mail = { url: 'smtp://127.0.0.1:1', from, origin: 'http://firm.test', connections: 1 };
    const [mailer, bulkMailer] = [createSmtpMailer(mail), createBulkMailer(mail)];
    const text = { to: 'a@firm.test', subject: 'a', text: 'a', html: 'a' };
    const signal = new AbortController().signal;
    const uses = [
      () => renderer.render(() => '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>'),
      () => mailer.send(text),
      () => bulkMailer.send(text, { id: '1', to: 'a@firm.test', token: 't' }, { returnPath: null, signal }),
    ];
    const codeOf = (error) => (error.cause ?? error).code;
    const use = () => Promise.all(uses.map((one) => one().then(() => 'done', codeOf)));
    const open = [];
    try {
      while (true) open.push(openSync('/dev/null'));
    } catch {}
    const first = await use();
    open.forEach(closeSync);
    console.log(first.filter((code) => /EMFILE|PACKAGE_CONFIG/.test(code)).length, (await use()).join());`;
  expect(runWithin('ulimit -n 100', program)).toBe('3 done,ESOCKET,ESOCKET\n');
});
