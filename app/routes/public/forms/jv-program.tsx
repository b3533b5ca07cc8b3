import type { Route } from './+types/jv-program';
import { domainContext } from '#app/http/request-context.ts';
import { siteContent } from '#app/site-content.ts';
import {
  applicationLimits as limits,
  businessStages,
  jvApplicationInput,
} from '#domain/messages/message-input.ts';
import { submitJvApplication } from '#domain/messages/submit-jv-application.ts';
import { drawGears } from '../cover/gears.ts';
import { runFormAction, formHeaders } from './form-result.ts';
import { FormResultNotice, ChoiceField, EmailField, FormSigns, LineField, TextField } from './form-field.tsx';
import { FormScript } from './form-script.tsx';
import { publicMeta } from '../frame/public-page.ts';

const failure = 'Failed to submit your application. Please try again later.';

export function action({ request, context }: Route.ActionArgs) {
  return runFormAction(request, context, {
    schema: jvApplicationInput,
    store: (fields) => submitJvApplication(context.get(domainContext), fields),
    failure,
  });
}

export const headers = formHeaders;

export function meta({ matches }: Route.MetaArgs) {
  return publicMeta(matches, {
    path: '/jv-program',
    title: 'JV Program',
    description: siteContent.jv.lead,
  });
}

export default function JvProgram({ actionData: answer }: Route.ComponentProps) {
  const { jv } = siteContent;
  return (
    <>
      <header className="sheet page-head">
        <p className="note">JV Program</p>
        <h1>{jv.heading}</h1>
        <p className="lead">{jv.lead}</p>
      </header>
      <div className="sheet form-page">
        <form method="post" action="/jv-program" data-busy="Submitting..." data-failure={failure}>
          <FormResultNotice
            answer={answer}
            success="Application submitted successfully. We'll be in touch soon!"
            next={jv.next}
          />
          <LineField answer={answer} name="name" label="Name" autoComplete="name" maxLength={limits.name} />
          <EmailField answer={answer} maxLength={limits.email} />
          <LineField
            answer={answer}
            name="phone"
            label="Phone"
            type="tel"
            autoComplete="tel"
            maxLength={limits.phone}
            optional
          />
          <LineField answer={answer} name="industry" label="Industry" maxLength={limits.industry} />
          <ChoiceField
            answer={answer}
            name="businessStage"
            label="Business Stage"
            options={businessStages}
            placeholder="Select stage"
          />
          <LineField
            answer={answer}
            name="fundingToDate"
            label="Funding to Date"
            maxLength={limits.fundingToDate}
            optional
          />
          <TextField
            answer={answer}
            name="problemDescription"
            label="Problem Description"
            rows={5}
            maxLength={limits.problemDescription}
            hint={`Up to ${limits.problemDescription.toLocaleString('en-US')} characters; name, industry and funding ${limits.name}, email ${limits.email}, phone ${limits.phone}.`}
          />
          <FormSigns answer={answer} />
          <button className="button" type="submit">
            Submit Application
          </button>
        </form>
        <aside className="bargain">
          <svg viewBox="0 0 600 400" preserveAspectRatio="xMidYMid slice" aria-hidden="true">
            {drawGears(() => 0.42).map(({ pen, path }) => (
              <path key={path} className={pen} d={path} />
            ))}
          </svg>
          <dl>
            {jv.terms.map(({ name, text }) => (
              <div key={name}>
                <dt>{name}</dt>
                <dd>{text}</dd>
              </div>
            ))}
          </dl>
        </aside>
      </div>
      <FormScript />
    </>
  );
}
