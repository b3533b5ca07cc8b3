import { href } from 'react-router';

import type { Route } from './+types/contact';
import { domainContext } from '#app/http/request-context.ts';
import { contactLimits as limits } from '#domain/messages/message-input.ts';
import { sendContactMessage } from '#domain/messages/store-message.ts';
import { runFormAction, formHeaders, type FormResult } from './form-result.ts';
import { EmailField, TextAreaField, TextField, VisitorForm } from './form-field.tsx';
import { OfficeMap } from './office-map.tsx';
import { publicMeta } from '../frame/public-page.ts';
import { useWords, wordsOf } from '../frame/site-words.ts';
import { useSiteEmail } from '../frame/use-site-email.ts';

const failure = 'Failed to send your message. Please try again later.';

export function action({ request, context }: Route.ActionArgs) {
  return runFormAction(request, context, {
    store: (fields) => sendContactMessage(context.get(domainContext), fields),
    failure,
  });
}

export const headers = formHeaders;

export function meta({ matches }: Route.MetaArgs) {
  const { lead } = wordsOf(matches, 'contact');
  const offices = wordsOf(matches, 'general').offices.map(({ name }) => name);
  return publicMeta(matches, {
    path: href('/contact'),
    title: 'Contact',
    description: `${lead} Offices in ${offices.join(', ')}.`,
  });
}

export default function Contact({ actionData }: Route.ComponentProps) {
  return <ContactPage result={actionData} />;
}

export function ContactPage({ result }: { result?: FormResult | undefined }) {
  const contact = useWords('contact');
  const { offices, social } = useWords('general');
  const email = useSiteEmail();
  return (
    <>
      <header className="page-width page-header">
        <h1>{contact.heading}</h1>
        <p className="lead">{contact.lead}</p>
      </header>
      <div className="page-width form-page">
        <VisitorForm
          action={href('/contact')}
          submit="Send Message"
          busy="Sending..."
          failure={failure}
          result={result}
          success="Message sent successfully. We'll be in touch soon!"
          next={contact.next}
        >
          <TextField name="name" label="Name" autoComplete="name" maxLength={limits.name} />
          <EmailField maxLength={limits.email} />
          <TextField name="subject" label="Subject" maxLength={limits.subject} />
          <TextAreaField name="message" label="Message" rows={6} maxLength={limits.message} />
        </VisitorForm>
        <aside>
          <dl>
            <dt>Email</dt>
            <dd>
              <a href={`mailto:${email}`}>{email}</a>
            </dd>
            {offices.length > 0 && <dt>Offices</dt>}
            {offices.map((office, index) => (
              <dd key={index}>{office.name}</dd>
            ))}
            {social.length > 0 && <dt>Social</dt>}
            {social.map(({ label, address }, index) => (
              <dd key={index}>
                <a href={address} rel="noopener">
                  {label}
                </a>
              </dd>
            ))}
          </dl>
          <OfficeMap />
        </aside>
      </div>
    </>
  );
}
