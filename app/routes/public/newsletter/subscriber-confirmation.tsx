/** One question with one button; afterwards, what became of it. */
export function SubscriberConfirmation({
  heading,
  question,
  button,
  done,
  token,
  answer,
}: {
  heading: string;
  question: string;
  button: string;
  done: string;
  token: string;
  answer: { message: string | null } | undefined;
}) {
  return (
    <section className="sheet page-head">
      <h1>{heading}</h1>
      {answer ? (
        <p className="lead" role={answer.message === null ? 'status' : 'alert'}>
          {answer.message ?? done}
        </p>
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
