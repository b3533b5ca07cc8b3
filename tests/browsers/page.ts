import { setTimeout as sleep } from 'node:timers/promises';

import type { Driver } from './driver.ts';

/** Milliseconds. */
const timeout = 30_000;

/** Waits until an expression of the page is true. */
export async function until({ evaluate }: Driver, expression: string): Promise<void> {
  const deadline = Date.now() + timeout;
  for (;;) {
    const isTrue = await evaluate<boolean>(`Boolean(${expression})`).catch(() => false);
    if (isTrue) return;
    if (Date.now() > deadline) {
      const shown = await evaluate<string>(`location.href + ' showed: ' + document.body.innerText`);
      throw new Error(`It did not come true: ${expression}\n${shown.slice(0, 2_000)}`);
    }
    await sleep(50);
  }
}

/** Clicks what the expression finds once it is there and stands still. */
export async function click(driver: Driver, expression: string): Promise<void> {
  await until(driver, expression);
  await driver.evaluate(`(${expression}).scrollIntoView({ block: 'center' })`);
  const place = () =>
    driver.evaluate<{ x: number; y: number }>(
      `(() => { const box = (${expression}).getBoundingClientRect();
        return { x: box.x + Math.min(box.width / 2, 40), y: box.y + box.height / 2 }; })()`,
    );
  let before = await place();
  for (;;) {
    await sleep(50);
    const now = await place();
    if (now.x === before.x && now.y === before.y) break;
    before = now;
  }
  await driver.clickAt(before.x, before.y);
}

/** A button or a link that is seen under this name. */
export function control(name: string): string {
  return `[...document.querySelectorAll('button, a[href], [role="option"]')].find((element) =>
    (element.getAttribute('aria-label') ?? element.textContent).trim() === ${JSON.stringify(name)} &&
    element.getClientRects().length > 0)`;
}

export function field(label: string): string {
  return `[...document.querySelectorAll('input, textarea')].find((element) =>
    [...(element.labels ?? [])].some((one) => one.textContent.trim() === ${JSON.stringify(label)}))`;
}

export const content = `document.querySelector('.rich-text[contenteditable="true"]')`;

export async function signIn(
  driver: Driver,
  origin: string,
  { email, password }: { email: string; password: string },
): Promise<void> {
  await driver.open(`${origin}/admin/login`);
  await click(driver, field('Email'));
  await driver.type(email);
  await click(driver, field('Password'));
  await driver.type(password);
  await driver.press('Enter');
  await until(driver, `document.querySelector('h1')?.textContent === 'Dashboard'`);
}

/** The text that a save would send. */
export function written({ evaluate }: Driver): Promise<string> {
  return evaluate<string>(`(({ editor }) => editor.storage.body.write(editor.state.doc))(${content})`);
}

/** As the browser tells the page of a paste. */
export async function paste({ evaluate }: Driver, type: string, text: string): Promise<void> {
  await evaluate(`(() => {
    const clipboardData = new DataTransfer();
    clipboardData.setData(${JSON.stringify(type)}, ${JSON.stringify(text)});
    ${dispatchPaste}
  })()`);
}

export async function pasteImage({ evaluate }: Driver, base64: string): Promise<void> {
  await evaluate(`(() => {
    const clipboardData = new DataTransfer();
    const bytes = Uint8Array.from(atob(${JSON.stringify(base64)}), (one) => one.charCodeAt(0));
    clipboardData.items.add(new File([bytes], 'pasted.png', { type: 'image/png' }));
    ${dispatchPaste}
  })()`);
}

/** WebKit takes no clipboard for an event that a script makes. */
const dispatchPaste = `
    const event = new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true });
    if (event.clipboardData !== clipboardData) Object.defineProperty(event, 'clipboardData', { value: clipboardData });
    ${content}.dispatchEvent(event);`;
