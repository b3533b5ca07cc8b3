// npm test: runs the checks of the project, two at a time. --only format,lint,… selects some.
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';

import { runChild } from './child.mjs';
import { build, install, nodeBinary, PrepareError, project, runScript, runTool } from './prepare.mjs';

const reports = mkdtempSync(join(tmpdir(), 'anyforge-reports-'));
/** @typedef {(text: string) => void} Output */
/** A signal that stops a step stops the whole run. @type {string | null} */
let interruptedBy = null;
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) {
  process.on(signal, () => {
    interruptedBy = signal;
  });
}
const totals = { passed: 0, failed: 0 };
/** File and name of each test that was left out. @type {string[]} */
const skippedTests = [];
/** File, name and error of each failed test, printed again at the end. @type {string[]} */
const failures = [];
/** File and name of each test that failed beside others and passed alone. @type {string[]} */
const unsteady = [];
/** A line has a part of a test's file and name, a colon, and why the test may be left out. */
const skipList = '.ci/expected-skips.txt';
/** More files than this fail for a reason that another run does not take away. */
const rerunAtMost = 10;
/** Runs of tests in which some failed. @type {(ReturnType<typeof readReport> & { kinds: string[], code: number })[]} */
const failedRuns = [];
/** The duration of each file of tests. @type {{ file: string, seconds: number }[]} */
const times = [];
/** How many of the files that took longest are named at the end. */
const slowest = 12;

/** Each returns an exit code, and passes its output on. @type {Record<string, (output?: Output) => Promise<number>>} */
const steps = {
  browser: (output) => runChild(nodeBinary(), ['scripts/prepare-browser.ts'], { cwd: project, output }),
  format: (output) => runTool('oxfmt', ['--check'], {}, output),
  lint: (output) => runTool('oxlint', [], {}, output),
  types: async (output) =>
    (await runTool('react-router', ['typegen'], {}, output)) ||
    // Four checkers, which is the default, take twice the CPU time of one, from the tests beside them; and collecting
    // what the compiler no longer needs takes a seventh of its time.
    (await runTool('tsc', ['--noEmit', '--checkers', '1'], { GOGC: '400' }, output)),
  build: (output) => build(output).then(() => 0),
  ...Object.fromEntries(
    ['unit', 'rules', 'database', 'http', 'e2e', 'long', 'browsers', 'web'].map((kind) => [
      kind,
      (output) => runTests([kind], output),
    ]),
  ),
};

/**
 * Two lines of steps run at the same time: what needs neither the build nor the browser, and the rest. Tests of a line run
 * together: they share a database server.
 */
const besideTheBuild = ['format', 'lint', 'types', 'unit', 'rules', 'database'];
const together = [
  ['unit', 'rules', 'database'],
  ['http', 'e2e'],
];

/**
 * Steps that take minutes, or need more of the machine, have commands of their own: `npm run test:long`,
 * `npm run test:browsers`, `npm run check:web`.
 */
const onlyByName = ['long', 'browsers', 'web'];

const usage = `Usage: npm test, or npm test -- --only STEPS, of ${Object.keys(steps).join(',')}`;

await runScript(async () => {
  try {
    const names = chooseSteps(process.argv.slice(2));
    await install({ development: true });
    const results = await runLines(names);
    if (interruptedBy !== null) {
      const cut = results.filter(({ interrupted }) => interrupted).map(({ name }) => name);
      console.log(
        `\nInterrupted by ${interruptedBy} during: ${cut.join('; ')}. What follows it was not run.`,
      );
      return 130;
    }
    console.log(`\n${results.map(describe).join('\n')}\n`);
    if (times.length > slowest) console.log(`Longest files:\n${describeSlowest()}\n`);
    for (const name of unsteady) console.log(`Passed only alone, a race to be mended: ${name}`);
    if (failures.length > 0) console.log(`${failures.join('\n\n')}\n`);
    const skips = explainSkips();
    for (const [reason, count] of skips.reasons) console.log(`${count} skipped: ${reason}`);
    if (skips.unexplained.length > 0)
      console.log(`Skipped without a reason in ${skipList}:\n${skips.unexplained.join('\n')}\n`);
    const { passed, failed } = totals;
    const skipped = skippedTests.length > 0 ? `, ${skippedTests.length} skipped` : '';
    if (passed + failed > 0 || skipped !== '') console.log(`${passed} passed, ${failed} failed${skipped}`);
    const isStrict = process.env.EXPECTED_SKIPS === 'only';
    const isComplete = !isStrict || skips.unexplained.length === 0;
    return results.every(({ code }) => code === 0) && isComplete ? 0 : 1;
  } finally {
    rmSync(reports, { recursive: true, force: true });
  }
}, usage);

/** @returns {(keyof typeof steps)[]} */
function chooseSteps(args) {
  const all = Object.keys(steps);
  if (args.length === 0) return all.filter((name) => !onlyByName.includes(name));
  const [option, list = '', ...more] = args[0]?.includes('=')
    ? [...args[0].split('='), ...args.slice(1)]
    : args;
  const wanted = list.split(',').filter((name) => name !== '');
  const unknown = wanted.filter((name) => !Object.hasOwn(steps, name));
  if (option !== '--only' || wanted.length === 0 || unknown.length + more.length > 0) {
    throw new PrepareError(usage, 2);
  }
  // Browser tests need the browser.
  if (['e2e', 'long', 'browsers'].some((name) => wanted.includes(name))) wanted.push('browser');
  return all.filter((name) => wanted.includes(name));
}

/** @param {string[]} names */
async function runLines(names) {
  const beside = groupSteps(names.filter((name) => besideTheBuild.includes(name)));
  const main = groupSteps(names.filter((name) => !besideTheBuild.includes(name)));
  const count = beside.length + main.length;
  let number = 0;
  const runLine = async (groups, output, end) => {
    const results = [];
    for (const group of groups) {
      if (interruptedBy !== null) break;
      number += 1;
      results.push(await runStep(group, `[${number}/${count}]`, output));
      end?.();
    }
    return results;
  };
  if (beside.length === 0 || main.length === 0) return mendFailed(await runLine([...beside, ...main]));
  // One line prints as it runs; what the other has to say comes in one piece, at the end of each of its steps.
  let held = '';
  const results = await Promise.all([
    runLine(main, (text) => process.stdout.write(text)),
    runLine(
      beside,
      (text) => (held += text),
      () => {
        process.stdout.write(held);
        held = '';
      },
    ),
  ]);
  process.stdout.write(held);
  return mendFailed(results.flat());
}

/**
 * Each step alone, except tests that run together.
 * @param {string[]} names
 */
function groupSteps(names) {
  const kinds = together.map((group) => group.filter((name) => names.includes(name)));
  return names
    .map((name) => kinds.find((group) => group.includes(name)) ?? [name])
    .filter((group, index, groups) => groups.indexOf(group) === index);
}

/** @param {string[]} group @param {string} number @param {Output} [output] without it the step prints by itself */
async function runStep(group, number, output) {
  const name = group.join(', ');
  const say = output ?? ((text) => process.stdout.write(text));
  say(`\n${number} ${name}\n`);
  const start = performance.now();
  const run = group.length > 1 ? runTests(group, output) : steps[group[0]](output);
  const code = await run.catch((error) => {
    say(`${error instanceof PrepareError ? error.message : error.stack}\n`);
    return 1;
  });
  const result = {
    name,
    code,
    seconds: (performance.now() - start) / 1000,
    interrupted: interruptedBy !== null,
  };
  const again = failedRuns.some(({ kinds }) => kinds.join() === group.join());
  say(`${number} ${again ? `${name}: failed tests run once more at the end` : describe(result)}\n`);
  return result;
}

function describe({ name, code, seconds }) {
  return `${name}: ${code === 0 ? 'ok' : 'FAILED'} (${seconds.toFixed(1)} s)`;
}

async function runTests(kinds, output) {
  const run = await runVitest(kinds, [], output);
  totals.passed += run.passed;
  skippedTests.push(...run.skippedTests);
  times.push(...run.times);
  if (run.code !== 0) failedRuns.push({ kinds, ...run });
  return run.code;
}

/** Runs files that failed once more, when nothing else runs. Returns the results with what came of it. */
async function mendFailed(results) {
  const failed = failedRuns.flatMap((run) => run.failures.map(({ file }) => file));
  const isMany = new Set(failed).size > rerunAtMost;
  for (const { kinds, failures: first, failed: count } of failedRuns) {
    const files = [...new Set(first.map(({ file }) => file))];
    let again = { code: 1, failed: count };
    if (interruptedBy === null && files.length > 0 && !isMany) {
      console.log(`\nOnce more, alone: ${files.join(', ')}`);
      again = await runVitest(kinds, [...files, '--no-file-parallelism']);
    }
    totals.passed += again.code === 0 ? count : 0;
    totals.failed += again.code === 0 ? 0 : Math.max(1, again.failed);
    if (again.code === 0) unsteady.push(...first.map(({ text }) => text.split('\n', 1)[0]));
    else failures.push(...first.map(({ text }) => text));
    const result = results.find(({ name }) => name === kinds.join(', '));
    result.code = again.code;
    result.interrupted ||= interruptedBy !== null;
  }
  return results;
}

/** @param {string[]} args of the run, beside those that all have */
async function runVitest(kinds, args, output) {
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
    output,
  );
  return { code, ...readReport(report) };
}

function readReport(path) {
  try {
    const report = JSON.parse(readFileSync(path, 'utf8'));
    return {
      passed: report.numPassedTests,
      failed: report.numFailedTests,
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
    return { passed: 0, failed: 0, skippedTests: [], failures: [], times: [] };
  }
}

function describeSlowest() {
  return times
    .toSorted((one, other) => other.seconds - one.seconds)
    .slice(0, slowest)
    .map(({ file, seconds }) => `${seconds.toFixed(1).padStart(7)} s  ${file}`)
    .join('\n');
}

function isSkipped({ status }) {
  return ['skipped', 'pending', 'todo'].includes(status);
}

/** How many tests were left out for which reason: what the machine lacks (tests/programs.ts), or that of the list. */
function explainSkips() {
  const expected = readFileSync(join(project, skipList), 'utf8')
    .split('\n')
    .filter((line) => line.includes(': '))
    .map((line) => [line.slice(0, line.indexOf(': ')), line.slice(line.indexOf(': ') + 2)]);
  /** @type {Map<string, number>} */
  const reasons = new Map();
  const unexplained = [];
  for (const test of skippedTests) {
    const need = /\((?:skipped: )?needs (the large corpora|[^()]+)/.exec(test)?.[1];
    const listed = expected.find(([part]) => test.includes(part))?.[1];
    const reason = need ? `this machine lacks ${need}` : listed;
    if (listed === undefined) unexplained.push(test);
    if (reason !== undefined) reasons.set(reason, (reasons.get(reason) ?? 0) + 1);
  }
  return { reasons, unexplained };
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
