import { Link, href } from 'react-router';

import type { Route } from './+types/delivery';
import { checkDelivery, sendTestMessage } from '#domain/email/check-delivery.ts';
import { Button } from '#app/ui/button.tsx';
import { failureWords } from '#domain/fields/failure-words.ts';
import { Card } from '#app/ui/card.tsx';
import { Details } from '#app/ui/details.tsx';
import { Facts } from '#app/ui/facts.tsx';
import { formAction } from '../actions/form-action.ts';
import { formClientAction } from '../actions/form-client-action.ts';
import { screenLoader } from '../actions/screen-loader.ts';
import { shortMoment } from '../dates.ts';
import { useTimeZone } from '../hooks/use-frame.ts';
import { Screen } from '../frame/screen.tsx';
import { Page } from '../frame/page.tsx';
import { useAction } from '../actions/use-action.ts';

export const loader = screenLoader(checkDelivery);

const failures = { test: 'Failed to send a test message.' };

export const action = formAction(failures, {
  test: async (ctx) => {
    const said = await sendTestMessage(ctx);
    if (said !== null) {
      const message = `The test message could not be sent. ${failureWords(said, mailServer)}`;
      return { refused: { status: 422, message, details: said } };
    }
    return { done: `Test message sent. Check the inbox of ${ctx.emailCheck.recipient}.` };
  },
});

export const clientAction = formClientAction(failures);

export const handle = new Screen('Delivery', 'Failed to check the delivery of messages.', {
  back: { to: href('/admin/messages'), label: 'Back to Messages' },
});

const mailServer = 'The mail server';

const transports = {
  none: 'None: messages are kept in the inbox only. Set EMAIL_TRANSPORT to smtp or emailjs to have them delivered.',
  smtp: 'SMTP',
  emailjs: 'Email-sending service',
};

export default function Delivery({ loaderData: check }: Route.ComponentProps) {
  const { transport, recipient, waiting, oldest, givenUp, lastFailure } = check;
  const timeZone = useTimeZone();
  const facts: [string, string][] = [
    ['Transport', transports[transport]],
    ['Recipient', recipient ?? 'None: set the email of Contact details in Site.'],
    [
      'Waiting',
      oldest === null
        ? 'Nothing'
        : `${waiting.toLocaleString('en-US')}, the oldest since ${shortMoment(oldest, timeZone)}`,
    ],
    [
      'Given up',
      givenUp === 0
        ? 'Nothing'
        : `${givenUp.toLocaleString('en-US')}. A message can be sent again from its own screen.`,
    ],
    ['Last failure', lastFailure === null ? 'None' : failureWords(lastFailure, mailServer)],
  ];
  return (
    <Page>
      <Card title="Mail settings">
        <Facts facts={facts} />
        <Details text={lastFailure} />
        {transport !== 'none' && <TestMessage />}
      </Card>
      {transport === 'smtp' && (
        <p className="max-w-[80ch] text-pretty text-ink-soft">
          Email providers trust a message when the DNS records of its domain name the server that sends it:{' '}
          <Link to={href('/admin/newsletter')} className="underline">
            check the records of the domain
          </Link>
          .
        </p>
      )}
    </Page>
  );
}

function TestMessage() {
  const { Form, isBusy, result } = useAction<null, string>({ isQuiet: true });
  const isFailed = result?.ok === false;
  const message = isFailed ? result.message : result?.toast?.text;
  return (
    <Form className="grid justify-items-start gap-2">
      <Button type="submit" pending={isBusy}>
        Send a test message
      </Button>
      <output className={`wrap-anywhere ${isFailed ? 'text-danger' : 'text-ok'}`}>
        {isBusy ? '' : message}
      </output>
      <Details text={isFailed && !isBusy ? result.details : null} />
    </Form>
  );
}
