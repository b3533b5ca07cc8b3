import type { Route } from './+types/contact';
import { domainContext } from '#app/http/request-context.ts';
import { siteContent } from '#app/site-content.ts';
import { contactLimits as limits, contactMessageInput } from '#domain/messages/message-input.ts';
import { sendContactMessage } from '#domain/messages/send-contact-message.ts';
import { runFormAction, formHeaders } from './form-result.ts';
import { FormResultNotice, EmailField, FormSigns, LineField, TextField } from './form-field.tsx';
import { PlaceMap } from './place-map.tsx';
import { FormScript } from './form-script.tsx';
import { publicMeta } from '../frame/public-page.ts';
import { usePublicSite } from '../frame/use-public-site.ts';

const failure = 'Failed to send your message. Please try again later.';

export function action({ request, context }: Route.ActionArgs) {
  return runFormAction(request, context, {
    schema: contactMessageInput,
    store: (fields) => sendContactMessage(context.get(domainContext), fields),
    failure,
  });
}

export const headers = formHeaders;

export function meta({ matches }: Route.MetaArgs) {
  return publicMeta(matches, {
    path: '/contact',
    title: 'Contact',
    description: `${siteContent.contact.lead} Offices in ${siteContent.offices.join(', ')}.`,
  });
}

export default function Contact({ actionData: answer }: Route.ComponentProps) {
  const { contact, offices, social } = siteContent;
  const { email } = usePublicSite();
  return (
    <>
      <header className="sheet page-head">
        <h1>{contact.heading}</h1>
        <p className="lead">{contact.lead}</p>
      </header>
      <div className="sheet form-page">
        <form method="post" action="/contact" data-busy="Sending..." data-failure={failure}>
          <FormResultNotice
            answer={answer}
            success="Message sent successfully. We'll be in touch soon!"
            next={contact.next}
          />
          <LineField answer={answer} name="name" label="Name" autoComplete="name" maxLength={limits.name} />
          <EmailField answer={answer} maxLength={limits.email} />
          <LineField answer={answer} name="subject" label="Subject" maxLength={limits.subject} />
          <TextField
            answer={answer}
            name="message"
            label="Message"
            rows={6}
            maxLength={limits.message}
            hint={`Up to ${limits.message.toLocaleString('en-US')} characters; name ${limits.name}, email ${limits.email}, subject ${limits.subject}.`}
          />
          <FormSigns answer={answer} />
          <button className="button" type="submit">
            Send Message
          </button>
        </form>
        <aside>
          <dl>
            <dt>Email</dt>
            <dd>
              <a href={`mailto:${email}`}>{email}</a>
            </dd>
            <dt>Offices</dt>
            {offices.map((office) => (
              <dd key={office}>{office}</dd>
            ))}
            <dt>Social</dt>
            <dd>
              <a href={social.href} rel="noopener">
                {social.label}
              </a>
            </dd>
          </dl>
          <PlaceMap />
        </aside>
      </div>
      <FormScript />
    </>
  );
}
