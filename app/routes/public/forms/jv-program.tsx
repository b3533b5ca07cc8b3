import { data, href } from 'react-router';

import type { Route } from './+types/jv-program';
import { readSiteWords } from '#app/http/site-words.ts';
import { PageNotFound } from '#app/routes/error-page.tsx';
import { businessStages } from '#domain/messages/business-stages.ts';
import { applicationLimits as limits } from '#domain/messages/message-input.ts';
import { submitJvApplication } from '#domain/messages/store-message.ts';
import { visitorAction, formHeaders, type FormResult } from './form-result.ts';
import { EmailField, SelectField, TextAreaField, TextField, VisitorForm } from './form-field.tsx';
import drawings from '../drawings/drawings.svg?no-inline';
import { publicMeta } from '../frame/public-page.ts';
import { useWords, wordsOf } from '../frame/site-words.ts';

const failure = 'Failed to submit your application. Please try again later.';

/** Nothing is here while the program is switched off. */
export function loader({ context }: Route.LoaderArgs) {
  const { isOn } = readSiteWords(context, ['jv']).jv;
  return data({ isOn }, { status: isOn ? 200 : 404 });
}

const submit = visitorAction(submitJvApplication, failure);

export function action(args: Route.ActionArgs) {
  if (!readSiteWords(args.context, ['jv']).jv.isOn) throw data(null, { status: 404 });
  return submit(args);
}

export const headers = formHeaders;

export function meta({ matches, loaderData }: Route.MetaArgs) {
  if (!loaderData?.isOn) return [];
  return publicMeta(matches, {
    path: href('/jv-program'),
    title: 'JV Program',
    description: wordsOf(matches, 'jv').lead,
  });
}

export default function JvProgram({ loaderData, actionData }: Route.ComponentProps) {
  return loaderData.isOn ? <JvPage result={actionData} /> : <PageNotFound />;
}

export function JvPage({ result }: { result?: FormResult | undefined }) {
  const jv = useWords('jv');
  return (
    <>
      <header className="page-width page-header">
        <p className="note">JV Program</p>
        <h1>{jv.heading}</h1>
        <p className="lead">{jv.lead}</p>
      </header>
      <div className="page-width form-page">
        <VisitorForm
          action={href('/jv-program')}
          submit="Submit Application"
          busy="Submitting..."
          failure={failure}
          result={result}
          success="Application submitted successfully. We'll be in touch soon!"
          next={jv.next}
        >
          <TextField name="name" label="Name" autoComplete="name" maxLength={limits.name} />
          <EmailField maxLength={limits.email} />
          <TextField
            name="phone"
            label="Phone"
            type="tel"
            autoComplete="tel"
            maxLength={limits.phone}
            optional
          />
          <TextField name="industry" label="Industry" maxLength={limits.industry} />
          <SelectField
            name="businessStage"
            label="Business Stage"
            options={businessStages}
            placeholder="Select stage"
          />
          <TextField name="fundingToDate" label="Funding to Date" maxLength={limits.fundingToDate} optional />
          <TextAreaField
            name="problemDescription"
            label="Problem Description"
            rows={5}
            maxLength={limits.problemDescription}
          />
        </VisitorForm>
        <Terms terms={jv.terms} />
      </div>
    </>
  );
}

function Terms({ terms }: { terms: readonly { name: string; text: string }[] }) {
  return (
    <aside className="jv-terms">
      <svg viewBox="0 0 600 400" preserveAspectRatio="xMidYMid slice" aria-hidden="true">
        <use href={`${drawings}#gears`} />
      </svg>
      <dl>
        {terms.map(({ name, text }, index) => (
          <div key={index}>
            <dt>{name}</dt>
            <dd>{text}</dd>
          </div>
        ))}
      </dl>
    </aside>
  );
}
