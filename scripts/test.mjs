// npm test: runs the checks of the project one after the other. --only format,lint,… selects some.
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';

import { runChild } from './child.mjs';
import { build, install, nodeBinary, PrepareError, project, runScript, runTool } from './prepare.mjs';

const reports = mkdtempSync(join(tmpdir(), 'anyforge-reports-'));
/** A signal that stops a step stops the whole run. @type {string | null} */
let interruptedBy = null;
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) {
  process.on(signal, () => {
    interruptedBy = signal;
  });
}
const totals = { passed: 0, failed: 0, skipped: 0 };
/** How many tests were left out for want of what, such as a program. @type {Map<string, number>} */
const lacking = new Map();
/** File and name of each test that was left out. @type {string[]} */
const skippedTests = [];
/** File, name and error of each failed test, printed again at the end. @type {string[]} */
const failures = [];
/** The same of tests that failed beside others and passed alone. @type {string[]} */
const unsteady = [];
/** More files than this fail for a reason that another run does not take away. */
const rerunAtMost = 4;
/** Of each file of tests. @type {{ file: string, seconds: number }[]} */
const times = [];
/** How many of the files that took longest are named at the end. */
const slowest = 12;

/** Each returns an exit code. */
const steps = {
  browser: () => runChild(nodeBinary(), ['scripts/prepare-browser.ts'], { cwd: project }),
  format: () => runTool('oxfmt', ['--check']),
  lint: () => runTool('oxlint', []),
  types: async () => (await runTool('react-router', ['typegen'])) || (await runTool('tsc', ['--noEmit'])),
  build: () => build().then(() => 0),
  unit: () => runTests(['unit']),
  rules: () => runTests(['rules']),
  database: () => runTests(['database']),
  http: () => runTests(['http']),
  e2e: () => runTests(['e2e']),
  long: () => runTests(['long']),
  browsers: () => runTests(['browsers']),
  web: () => runTests(['web']),
};

/** Run at the same time: they share a database server, and none of them alone keeps all cores busy. */
const concurrent = ['unit', 'rules', 'database', 'http', 'e2e'];

/**
 * Steps that take minutes, or need more of the machine, have commands of their own: `npm run test:long`,
 * `npm run test:browsers`, `npm run check:web`.
 */
const onlyByName = ['long', 'browsers', 'web'];

await runScript(async () => {
  try {
    const groups = groupSteps(chooseSteps(process.argv.slice(2)));
    await install({ development: true });
    const results = [];
    for (const group of groups) {
      const result = await runStep(group, results.length + 1, groups.length);
      if (interruptedBy !== null) {
        console.log(`\nInterrupted by ${interruptedBy} during: ${result.name}. What follows it was not run.`);
        return 130;
      }
      results.push(result);
    }
    console.log(`\n${results.map(describe).join('\n')}\n`);
    if (times.length > slowest) console.log(`Longest files:\n${describeSlowest()}\n`);
    if (unsteady.length > 0)
      console.log(`Failed beside others and passed alone (a race to be mended):\n${unsteady.join('\n\n')}\n`);
    if (failures.length > 0) console.log(`${failures.join('\n\n')}\n`);
    for (const [need, count] of lacking) console.log(`${count} left out: this machine lacks ${need}`);
    const unexpected = findUnexpectedSkips();
    if (unexpected.length > 0)
      console.log(`Left out, and not in the list of what may be:\n${unexpected.join('\n')}\n`);
    const { passed, failed, skipped } = totals;
    console.log(`${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`);
    return results.every(({ code }) => code === 0) && unexpected.length === 0 ? 0 : 1;
  } finally {
    rmSync(reports, { recursive: true, force: true });
  }
});

/** @returns {(keyof typeof steps)[]} */
function chooseSteps(args) {
  const all = Object.keys(steps);
  if (args.length === 0) return all.filter((name) => !onlyByName.includes(name));
  const [option, list = ''] = args[0]?.includes('=') ? args[0].split('=') : args;
  const wanted = list.split(',').filter((name) => name !== '');
  const unknown = wanted.filter((name) => !Object.hasOwn(steps, name));
  if (option !== '--only' || wanted.length === 0 || unknown.length > 0) {
    throw new PrepareError(`Usage: npm test, or npm test -- --only STEPS, of ${all.join(',')}`);
  }
  // Browser tests need the browser.
  if (['e2e', 'long', 'browsers'].some((name) => wanted.includes(name))) wanted.push('browser');
  return all.filter((name) => wanted.includes(name));
}

/**
 * Each step alone, except tests that run at the same time.
 * @param {(keyof typeof steps)[]} names
 */
function groupSteps(names) {
  const together = names.filter((name) => concurrent.includes(name));
  const groups = names.map((name) => (name === together[0] ? together : [name]));
  return groups.filter((group) => group === together || !together.includes(group[0]));
}

async function runStep(group, number, count) {
  const name = group.join(', ');
  console.log(`\n[${number}/${count}] ${name}`);
  const start = performance.now();
  const run = group.length > 1 ? runTests(group) : steps[group[0]]();
  const code = await run.catch((error) => {
    console.error(error instanceof PrepareError ? error.message : error);
    return 1;
  });
  const result = { name, code, seconds: (performance.now() - start) / 1000 };
  console.log(`[${number}/${count}] ${describe(result)}`);
  return result;
}

function describe({ name, code, seconds }) {
  return `${name}: ${code === 0 ? 'ok' : 'FAILED'} (${seconds.toFixed(1)} s)`;
}

async function runTests(kinds) {
  const all = await runVitest(kinds, []);
  addUp(all);
  const files = [...new Set(all.failures.map(({ file }) => file))];
  if (all.code === 0 || interruptedBy !== null || files.length === 0 || files.length > rerunAtMost) {
    failures.push(...all.failures.map(({ text }) => text));
    totals.failed += all.code === 0 ? 0 : Math.max(1, all.failed);
    return all.code;
  }
  console.log(`\nOnce more, alone: ${files.join(', ')}`);
  const again = await runVitest(kinds, [...files, '--no-file-parallelism']);
  totals.passed += again.code === 0 ? all.failed : 0;
  totals.failed += again.code === 0 ? 0 : Math.max(1, again.failed);
  (again.code === 0 ? unsteady : failures).push(...all.failures.map(({ text }) => text));
  return again.code;
}

/** @param {string[]} args of the run, beside those that all have */
async function runVitest(kinds, args) {
  const report = join(reports, `${kinds.join('-')}${args.length > 0 ? '-again' : ''}.json`);
  const code = await runTool(
    'vitest',
    [
      'run',
      ...kinds.flatMap((kind) => ['--project', kind]),
      ...args,
      '--reporter=default',
      '--reporter=json',
      `--outputFile.json=${report}`,
    ],
    { NODE_ENV: 'test' },
  );
  return { code, ...readReport(report) };
}

function addUp(run) {
  totals.passed += run.passed;
  totals.skipped += run.skipped;
  skippedTests.push(...run.skippedTests);
  for (const need of run.needs) lacking.set(need, (lacking.get(need) ?? 0) + 1);
  times.push(...run.times);
}

function readReport(path) {
  try {
    const report = JSON.parse(readFileSync(path, 'utf8'));
    return {
      passed: report.numPassedTests,
      failed: report.numFailedTests,
      skipped: report.numPendingTests + report.numTodoTests,
      needs: report.testResults.flatMap(({ assertionResults }) => assertionResults).flatMap(needOf),
      skippedTests: report.testResults.flatMap(({ name, assertionResults }) =>
        assertionResults.filter(isSkipped).map(({ fullName }) => `${relative(project, name)}: ${fullName}`),
      ),
      failures: report.testResults.flatMap(failuresOfFile),
      times: report.testResults.map(({ name, startTime, endTime }) => ({
        file: relative(project, name),
        seconds: (endTime - startTime) / 1000,
      })),
    };
  } catch {
    return { passed: 0, failed: 0, skipped: 0, needs: [], skippedTests: [], failures: [], times: [] };
  }
}

function describeSlowest() {
  return times
    .toSorted((one, other) => other.seconds - one.seconds)
    .slice(0, slowest)
    .map(({ file, seconds }) => `${seconds.toFixed(1).padStart(7)} s  ${file}`)
    .join('\n');
}

/** What a skipped test lacks, by its name: see tests/programs.ts. */
function needOf(test) {
  const need = /\((?:skipped: )?needs (the large corpora|[^()]+)/.exec(test.fullName)?.[1];
  return isSkipped(test) && need ? [need] : [];
}

function isSkipped({ status }) {
  return ['skipped', 'pending', 'todo'].includes(status);
}

/**
 * Where EXPECTED_SKIPS names a list (as .ci/run does): skipped tests that no line of it is about. A line has a part of the
 * test's file and name, a colon, and the reason.
 */
function findUnexpectedSkips() {
  const list = process.env.EXPECTED_SKIPS;
  if (!list) return [];
  const expected = readFileSync(list, 'utf8')
    .split('\n')
    .filter((line) => line.includes(': '))
    .map((line) => line.slice(0, line.indexOf(': ')));
  return skippedTests.filter((test) => !expected.some((part) => test.includes(part)));
}

function failuresOfFile({ name, status, message, assertionResults }) {
  const file = relative(project, name);
  const failed = assertionResults.filter((test) => test.status === 'failed');
  if (failed.length === 0) return status === 'failed' ? [{ file, text: `${file}\n${message}` }] : [];
  return failed.map((test) => ({
    file,
    text: `${file}: ${test.fullName}\n${test.failureMessages.join('\n')}`,
  }));
}
