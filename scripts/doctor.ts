import { parseArgs } from 'node:util';

import { productVersion } from '#domain/product-version.ts';
import { createDnsLookup } from '#adapters/dns-records.ts';
import { ConfigError } from '#server/settings/start-error.ts';
import { readConfig, type Config } from '#server/settings/config.ts';
import { readEnvironment } from '#server/settings/environment.ts';
import { runChecks, type Check, type CheckReport, type Finding } from '#server/doctor/check.ts';
import { database, readSettingsOfSite } from '#server/doctor/database.ts';
import { mailRecords, mailServer } from '#server/doctor/email.ts';
import { secretFiles, settings, unknownSettings } from '#server/doctor/settings.ts';
import { proxy } from '#server/doctor/site.ts';
import { backupPlace, folders, storage } from '#server/doctor/storage.ts';
import { runCommand } from './command.ts';
import { UsageError } from './usage-error.ts';

const usage = `Usage:
  npm run doctor                    checks this installation, running or stopped, and names what to repair
  npm run doctor -- --json          the same for programs
  npm run doctor -- --send-test     and sends an email to the firm's address
  npm run doctor -- --dns 1.1.1.1   asks this DNS server instead of the one of this machine
Ends with code 1 when there is a problem.`;

/** Every check, in the order of the report. @param folder with the file `.env` */
const allChecks = (folder: string): readonly Check[] => [
  settings,
  unknownSettings(folder),
  secretFiles(folder),
  folders,
  database,
  storage,
  backupPlace,
  proxy,
  mailServer,
  mailRecords,
];

const marks = { ok: 'ok     ', warning: 'warning', problem: 'PROBLEM' };

await runCommand(usage, async () => {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      json: { type: 'boolean', default: false },
      'send-test': { type: 'boolean', default: false },
      dns: { type: 'string' },
    },
  });
  if (positionals.length > 0) throw new UsageError();
  const config = await readSettings();
  const reports: CheckReport[] = Array.isArray(config)
    ? [{ name: 'settings', findings: config }]
    : await runChecks(allChecks(process.cwd()), {
        config,
        site: await readSettingsOfSite(config),
        dns: createDnsLookup(values.dns),
        sendsTest: values['send-test'],
      });
  const findings = reports.flatMap((report) => report.findings);
  const problems = findings.filter(({ status }) => status === 'problem').length;
  const warnings = findings.filter(({ status }) => status === 'warning').length;
  const lines = values.json
    ? JSON.stringify({ version: productVersion, problems, warnings, checks: reports }, null, 2)
    : [
        productVersion,
        ...reports.flatMap(linesOf),
        '',
        `${counted(problems, 'problem')}, ${counted(warnings, 'warning')}.`,
      ].join('\n');
  // A check that hangs must not keep the command.
  process.stdout.write(`${lines}\n`, () => process.exit(problems > 0 ? 1 : 0));
});

/** The settings, or what is wrong with them: then nothing else can be checked. */
async function readSettings(): Promise<Config | Finding[]> {
  try {
    return readConfig(await readEnvironment());
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    return error.problems.map((message) => ({
      status: 'problem',
      message,
      repair:
        'Correct it in .env or in the environment (.env.example lists every setting), and run this again.',
    }));
  }
}

function linesOf({ name, findings }: CheckReport): string[] {
  return findings.flatMap((finding) => [
    `${marks[finding.status]}  ${name}: ${finding.message}`,
    ...(finding.status === 'ok' ? [] : [`           → ${finding.repair}`]),
  ]);
}

function counted(count: number, what: string): string {
  return `${count} ${what}${count === 1 ? '' : 's'}`;
}
