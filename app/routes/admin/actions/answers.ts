import { textField } from '#app/http/form-fields.ts';
import { randomUuid } from '../random-uuid.ts';
import type { ActionResult } from './action-result.ts';

export const receiverField = 'receiver';

const receivers = new Map<string, (answer: ActionResult) => void>();

/** Calls `receive` with the answer to this form, whether or not the router renders it. A redirect is no answer. */
export function expectAnswer<Answer extends ActionResult>(
  form: FormData,
  receive: (answer: Answer) => void,
): void {
  const key = randomUuid();
  form.set(receiverField, key);
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the sender knows how the action of its form answers
  receivers.set(key, receive as (answer: ActionResult) => void);
}

/** Calls the receiver of a form once the request has ended. It runs as a task of its own, after the router's. */
export async function passAnswerOn<Answer extends ActionResult | { data: ActionResult }>(
  form: FormData,
  request: Promise<Answer>,
): Promise<Answer> {
  const key = textField(form, receiverField);
  const receive = receivers.get(key);
  receivers.delete(key);
  const answer = await request;
  if (receive) asTask(() => receive('data' in answer ? answer.data : answer));
  return answer;
}

/** Unlike a timer it waits for nothing, also in a tab in the background. */
function asTask(run: () => void): void {
  const { port1, port2 } = new MessageChannel();
  port1.addEventListener('message', () => {
    port1.close();
    run();
  });
  port1.start();
  port2.postMessage(null);
}
