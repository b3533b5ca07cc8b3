import { spawn, type ChildProcess } from 'node:child_process';
import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

import puppeteer, { type KeyInput } from 'puppeteer-core';
import { Builder, Capabilities, Key } from 'selenium-webdriver';

import { findFreePort } from '../free-port.ts';
import { findBrowser } from '#tests/browser-binary.ts';

/** The commands that a journey needs of a browser, whatever protocol it speaks. */
export type Driver = {
  version: string;
  open: (address: string) => Promise<void>;
  /** The value of a JavaScript expression in the page; of a promise what it resolves to. */
  evaluate: <Value>(expression: string) => Promise<Value>;
  /** In CSS pixels of the viewport. */
  clickAt: (x: number, y: number) => Promise<void>;
  type: (text: string) => Promise<void>;
  /** One key with its modifiers: `Enter`, `Control+Shift+z`. */
  press: (chord: string) => Promise<void>;
  back: () => Promise<void>;
  close: () => Promise<void>;
};

export type BrowserUnderTest = {
  name: string;
  /** The programs missing on this machine; null when it can be driven. */
  missing: string | null;
  launch: () => Promise<Driver>;
};

const viewport = { width: 1280, height: 900 };

/** The browsers that the journey is written for, with those that this machine does not have. */
export function browsersUnderTest(): BrowserUnderTest[] {
  const firefox = programOf(['firefox-esr', 'firefox']);
  const webkitDriver = programOf(['WebKitWebDriver']);
  const miniBrowser = miniBrowsers.find((path) => existsSync(path));
  const isDisplayMissing = process.env['DISPLAY'] === undefined && programOf(['Xvfb']) === undefined;
  return [
    { name: 'Chromium', missing: null, launch: launchChromium },
    {
      name: 'Firefox',
      missing: firefox === undefined ? 'no firefox on PATH (Debian: apt-get install firefox-esr)' : null,
      launch: () => launchWithPuppeteer({ browser: 'firefox', executablePath: firefox ?? '' }),
    },
    {
      name: 'WebKitGTK',
      missing:
        webkitDriver === undefined || miniBrowser === undefined || isDisplayMissing
          ? 'no WebKitWebDriver, MiniBrowser or Xvfb (Debian: apt-get install webkit2gtk-driver xvfb)'
          : null,
      launch: () => launchWebKit(webkitDriver ?? '', miniBrowser ?? ''),
    },
  ];
}

const miniBrowsers = ['x86_64', 'aarch64'].map(
  (machine) => `/usr/lib/${machine}-linux-gnu/webkit2gtk-4.1/MiniBrowser`,
);

async function launchChromium(): Promise<Driver> {
  const { executablePath, args, env } = await findBrowser();
  return launchWithPuppeteer({ browser: 'chrome', executablePath, args, env });
}

/** Chromium by its own protocol, Firefox by WebDriver BiDi. */
async function launchWithPuppeteer(options: Parameters<typeof puppeteer.launch>[0]): Promise<Driver> {
  const browser = await puppeteer.launch({ ...options, defaultViewport: viewport, timeout: 60_000 });
  const page = await browser.newPage();
  return {
    version: await browser.version(),
    open: async (address) => void (await page.goto(address, { waitUntil: 'domcontentloaded' })),
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the caller knows what its expression gives
    evaluate: async <Value>(expression: string) => (await page.evaluate(expression)) as Value,
    clickAt: (x, y) => page.mouse.click(x, y),
    type: (text) => page.keyboard.type(text),
    press: async (chord) => {
      const [key = '', ...modifiers] = chord.split('+').toReversed();
      for (const modifier of modifiers.toReversed()) await page.keyboard.down(keyOf(modifier));
      await page.keyboard.press(keyOf(key));
      for (const modifier of modifiers) await page.keyboard.up(keyOf(modifier));
    },
    back: async () => void (await page.goBack({ waitUntil: 'domcontentloaded' })),
    close: () => browser.close(),
  };
}

function keyOf(name: string): KeyInput {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- an unknown name is refused by the library
  return name as KeyInput;
}

/** By WebDriver, on a display of its own where the machine has none. */
async function launchWebKit(webkitDriver: string, miniBrowser: string): Promise<Driver> {
  const processes: ChildProcess[] = [];
  const stop = () => {
    for (const one of processes.toReversed()) one.kill();
  };
  try {
    const display = process.env['DISPLAY'] ?? (await startDisplay(processes));
    const port = await findFreePort('127.0.0.1');
    const env = { ...process.env, DISPLAY: display };
    processes.push(spawn(webkitDriver, [`--port=${port}`], { env, stdio: 'ignore' }));
    await listening(port);
    const driver = await new Builder()
      .usingServer(`http://127.0.0.1:${port}`)
      .withCapabilities(
        new Capabilities({
          browserName: 'MiniBrowser',
          'webkitgtk:browserOptions': { binary: miniBrowser, args: ['--automation'] },
        }),
      )
      .build();
    await driver.manage().setTimeouts({ script: 60_000, pageLoad: 60_000 });
    await driver
      .manage()
      .window()
      .setRect({ ...viewport, x: 0, y: 0 });
    const capabilities = await driver.getCapabilities();
    return {
      version: `${capabilities.getBrowserName()} ${capabilities.getBrowserVersion()}`,
      open: (address) => driver.get(address),
      evaluate: (expression) =>
        driver.executeAsyncScript(
          `const done = arguments[arguments.length - 1]; Promise.resolve(${expression}).then(done);`,
        ),
      clickAt: (x, y) =>
        driver
          .actions({ async: true })
          .move({ x: Math.round(x), y: Math.round(y) })
          .click()
          .perform(),
      type: (text) => driver.actions({ async: true }).sendKeys(text).perform(),
      press: async (chord) => {
        const [key = '', ...modifiers] = chord.split('+').toReversed();
        const actions = driver.actions({ async: true });
        for (const modifier of modifiers.toReversed()) actions.keyDown(webDriverKey(modifier));
        actions.sendKeys(webDriverKey(key));
        for (const modifier of modifiers) actions.keyUp(webDriverKey(modifier));
        await actions.perform();
      },
      back: () => driver.navigate().back(),
      close: async () => {
        await driver.quit().finally(stop);
      },
    };
  } catch (error) {
    stop();
    throw error;
  }
}

const webDriverKey = (name: string): string => webDriverKeys[name] ?? name;

const webDriverKeys: Record<string, string> = {
  Control: Key.CONTROL,
  Shift: Key.SHIFT,
  Alt: Key.ALT,
  Enter: Key.ENTER,
  Tab: Key.TAB,
  End: Key.END,
  ArrowLeft: Key.ARROW_LEFT,
  Escape: Key.ESCAPE,
  Backspace: Key.BACK_SPACE,
};

/** @returns the name of a display that is free */
async function startDisplay(processes: ChildProcess[]): Promise<string> {
  const xvfb = spawn('Xvfb', ['-displayfd', '3', '-screen', '0', '1440x1000x24', '-nolisten', 'tcp'], {
    stdio: ['ignore', 'ignore', 'ignore', 'pipe'],
  });
  processes.push(xvfb);
  const number = await new Promise<string>((resolve, reject) => {
    xvfb.once('error', reject);
    xvfb.stdio[3]?.once('data', (data: Buffer) => resolve(data.toString().trim()));
  });
  return `:${number}`;
}

async function listening(port: number): Promise<void> {
  for (let attempt = 0; attempt < 200; attempt += 1) {
    const answer = await fetch(`http://127.0.0.1:${port}/status`).catch(() => null);
    if (answer?.ok) return;
    await sleep(50);
  }
  throw new Error('WebKitWebDriver did not start.');
}

function programOf(names: readonly string[]): string | undefined {
  return names
    .flatMap((name) => (process.env['PATH'] ?? '').split(delimiter).map((folder) => join(folder, name)))
    .find((path) => existsSync(path));
}
