import { Mail } from 'lucide-react';
import { Link, href } from 'react-router';

import { kinds } from '#domain/core/kinds.ts';
import type { EmailState } from '#domain/post-emails/find-email-states.ts';
import { formatLongDate } from '#domain/fields/dates.ts';
import { buttonClass } from '#app/ui/button.tsx';
import { Card } from '#app/ui/card.tsx';
import { DatePicker } from '#app/ui/date-picker.tsx';
import { TextField } from '#app/ui/field.tsx';
import { Switch } from '#app/ui/switch.tsx';
import { publishDateLine } from '../state/post-values.ts';
import { PublishingLines } from './publishing-lines.tsx';
import { useForm } from './use-post-form.ts';

/** The date and place in which the post is shown. Day and time are in the time zone of the site. */
export function PublishCard() {
  const { text, saving, props, now, errorAt } = useForm();
  const { values, change: onChange } = text;
  const { onHome, timeZone, today } = props;
  const { published, featured, kind } = values;
  const [publishDay = '', publishTime = ''] = values.publishedAt.split('T');
  const { isInBlog, isEmailed } = kinds[kind];
  const dateLine = publishDateLine(values, saving.stored?.isPublished === true, timeZone, now);
  return (
    <Card title="Publish Settings">
      <div>
        <Switch label="Published" checked={published} onChange={(next) => onChange({ published: next })} />
        {isInBlog && (
          <Switch label="Featured" checked={featured} onChange={(next) => onChange({ featured: next })} />
        )}
        {featured && (
          <p className="text-ink-soft wrap-anywhere">
            The home page shows two: {onHome.length === 0 ? 'none yet' : onHome.join(' · ')}. The newest
            featured posts take their places.
          </p>
        )}
      </div>
      <div className="grid gap-1.5">
        <div className="flex flex-wrap items-end gap-2 *:grow *:first:basis-44 *:last:basis-34 sm:*:last:basis-30">
          <DatePicker
            label="Publish Date"
            placeholder="Pick a date"
            day={publishDay}
            today={today}
            onChange={(day) =>
              onChange({ publishedAt: day === '' ? '' : `${day}T${publishTime || '09:00'}` })
            }
          />
          <TextField
            label="Publish Time"
            type="time"
            aria-describedby="publish-zone"
            value={publishTime}
            error={errorAt('publishedAt')}
            onChange={({ currentTarget: { value, validity } }) => {
              const day = publishDay === '' && (value !== '' || validity.badInput) ? today : publishDay;
              onChange({ publishedAt: day === '' ? '' : `${day}T${value}` });
            }}
          />
        </div>
        <p id="publish-zone" className="text-ink-soft">
          Time zone: {timeZone}
        </p>
        {dateLine !== null && <p>{dateLine}</p>}
      </div>
      {isInBlog && <DisplayDate />}
      <div role="group" aria-label="Before publishing" className="border-t border-line pt-3">
        <PublishingLines />
      </div>
      {saving.stored !== null && isEmailed && props.email && (
        <EmailChoice postId={saving.stored.id} email={props.email} />
      )}
    </Card>
  );
}

function EmailChoice({ postId, email }: { postId: string; email: EmailState }) {
  const { plan } = useForm().outcome;
  const address = href('/admin/posts/edit/:id/email', { id: postId });
  return (
    <div className="grid justify-items-start gap-1.5 border-t border-line pt-3 *:first:w-full">
      {plan === null ? (
        <>
          <Link to={address} className={buttonClass()}>
            <Mail />
            Email this post to subscribers
          </Link>
          <p className="text-ink-soft first-letter:uppercase">{email.words}</p>
        </>
      ) : (
        <>
          <Switch
            label="Email this post to subscribers"
            checked={plan.isPlanned}
            onChange={(isWanted) => plan.isBusy || plan.change(isWanted)}
          />
          <Link to={address} className={buttonClass('quiet', '-ml-3')}>
            Subject, introduction and preview
          </Link>
        </>
      )}
    </div>
  );
}

function DisplayDate() {
  const { text, props } = useForm();
  const { displayPublishedAt } = text.values;
  return (
    <div className="grid gap-1.5">
      <DatePicker
        label="Display Date (Visible to Visitors)"
        placeholder="Pick a display date"
        day={displayPublishedAt}
        today={props.today}
        onChange={(day) => text.change({ displayPublishedAt: day })}
      />
      {displayPublishedAt !== '' && <p>Visitors will see: {formatLongDate(displayPublishedAt)}</p>}
    </div>
  );
}
