import { newsletterTexts } from './newsletter-texts.ts';

/** A question with one button, or the result after the button was pressed. */
export function SubscriberConfirmation({
  texts: { heading, question, done },
  button,
  token,
  result,
}: {
  texts: { heading: string; question: string; done: string };
  button: string;
  token: string;
  result: { message: string | null } | undefined;
}) {
  return (
    <section className="page-width page-header">
      <h1>{heading}</h1>
      {result ? (
        <>
          <p className="lead" role={result.message === null ? 'status' : 'alert'}>
            {result.message ?? done}
          </p>
          {result.message !== null && <p>{newsletterTexts.newestLink}</p>}
        </>
      ) : (
        <>
          <p className="lead">{question}</p>
          <form method="post">
            <input type="hidden" name="token" value={token} />
            <button className="button" type="submit">
              {button}
            </button>
          </form>
        </>
      )}
    </section>
  );
}
