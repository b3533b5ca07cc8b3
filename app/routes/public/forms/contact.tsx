import { href } from 'react-router';
import type { Route } from './+types/contact';
import { contactLimits as limits } from '#domain/messages/message-input.ts';
import { sendContactMessage } from '#domain/messages/store-message.ts';
import { visitorAction, type FormResult, formHeaders } from './form-result.ts';
import { EmailField, TextAreaField, TextField, VisitorForm } from './form-field.tsx';
import { publicMeta } from '../frame/public-page.ts';
import { useWords, wordsOf } from '../frame/site-words.ts';
import { useSiteEmail } from '../frame/use-site-email.ts';
import { Line } from '../frame/line.tsx';

const failure = 'Failed to send your message. Please try again later.';

export const action = visitorAction(sendContactMessage, failure);

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

/**
 * Positions for up to four offices, each with the side of its name that is clear of the lines. The first three are where
 * Las Vegas, Toronto and the Sunshine Coast of British Columbia are; eight units are a degree east, sixteen one south.
 */
const spots = [
  { x: 159, y: 301, name: { x: 34, y: 6, anchor: 'start' } },
  { x: 445, y: 181, name: { x: 0, y: -34, anchor: 'middle' } },
  { x: 90, y: 88, name: { x: 34, y: -10, anchor: 'start' } },
  { x: 352, y: 322, name: { x: 0, y: 44, anchor: 'middle' } },
] as const;

/** A drawn placeholder for a map of the offices: of the firm of the example, where they are. */
function OfficeMap() {
  const { mapScale } = useWords('contact');
  const offices = useWords('general').offices.map(({ name }) => name);
  const points = offices.flatMap((office, index) => {
    const spot = spots[index];
    return spot ? [{ office, ...spot }] : [];
  });
  const outline = points.map(({ x, y }) => `${x} ${y}`).join('L');
  return (
    <figure className="office-map">
      <svg viewBox="0 0 560 400" role="img" aria-label={`${offices.join(', ')}, connected by lines`}>
        <path
          className="fine"
          d="M-10 60Q280 10 570 60M-10 150Q280 100 570 150M-10 240Q280 190 570 240M-10 330Q280 280 570 330M-10 420Q280 370 570 420M70 -10Q30 200 10 410M175 -10Q150 200 140 410M280 -10V410M385 -10Q410 200 420 410M490 -10Q530 200 550 410"
        />
        <path
          className="coast"
          d="M38 0C44 34 70 62 80 88S74 118 84 132 88 160 87 176 82 214 86 235 92 262 100 275 106 316 115 328 132 340 142 358 154 386 164 404M560 160C548 160 540 168 530 174S516 190 520 200 524 214 512 218 492 222 488 232 480 250 482 262 484 294 476 304 466 328 457 338 436 362 430 378 428 392 432 404"
        />
        <path className="dots" d={`M${outline}Z`} />
        <Line>
          {points.map(({ office, x, y, name }, index) => (
            <g key={index}>
              <circle className="fine" cx={x} cy={y} r="19" />
              <path className="line" d={`M${x - 27} ${y}h54M${x} ${y - 27}v54`} />
              <circle className={index === 0 ? 'signal' : 'face'} cx={x} cy={y} r="7" />
              <text x={x + name.x} y={y + name.y} textAnchor={name.anchor}>
                {office}
              </text>
            </g>
          ))}
        </Line>
      </svg>{' '}
      <figcaption className="note">
        <span>Map Location</span> <span>{mapScale}</span>
      </figcaption>
    </figure>
  );
}
