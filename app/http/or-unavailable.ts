import { data, type RouterContextProvider } from 'react-router';

import { faultContext } from './request-context.ts';

/** What a public page cannot do without: a failure is logged and answered 503, because trying again may help. */
export async function orUnavailable<Result>(
  work: Promise<Result>,
  context: Readonly<RouterContextProvider>,
): Promise<Result> {
  try {
    return await work;
  } catch (error) {
    context.get(faultContext)(error);
    throw data(null, { status: 503 });
  }
}
