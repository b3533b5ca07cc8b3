import { execFileSync } from 'node:child_process';
import { tmpdir } from 'node:os';

import { expect, test } from 'vitest';

test('the page file does not hold a body of which the disk takes only a part', () => {
  const module = JSON.stringify(new URL('../server/pages/page-file.ts', import.meta.url));
  const program = `
    import { createPageFile } from ${module};
    const file = createPageFile({ directory: ${JSON.stringify(tmpdir())}, maximumBytes: 9_000, onLost() {} });
    console.log(await file.write({}, Buffer.alloc(200)), await file.write({}, Buffer.alloc(2_000)));`;
  // Beyond a kilobyte at most the system refuses to write.
  const limited = ['-c', 'ulimit -f 1 && exec "$@"', 'sh', process.execPath];
  const written = execFileSync('sh', [...limited, '--input-type=module', '--eval', program]);
  expect(String(written)).toBe('true false\n');
});
