import type { ReactNode } from 'react';

import { kinds } from '#domain/kinds.ts';
import { formatLongDate } from '#domain/text/dates.ts';
import { Card } from '#app/ui/card.tsx';
import { DatePicker } from '#app/ui/date-picker.tsx';
import { TextField } from '#app/ui/field.tsx';
import { Switch } from '#app/ui/switch.tsx';
import { useNow } from '#app/routes/admin/hooks/use-now.ts';
import { publishDateLine, type PostValues } from '../state/post-values.ts';

/** Whether, when and where the post is shown. Day and time are in the time zone of the site. */
export function PublishCard({
  values,
  isPublished,
  onHome,
  timeZone,
  today,
  loadedAt,
  timeError,
  onChange,
  children,
}: {
  values: PostValues;
  /** Whether the post is stored as published. */
  isPublished: boolean;
  /** The titles of the featured posts that the home page shows now. */
  onHome: string[];
  timeZone: string;
  today: string;
  /** By the server's clock. */
  loadedAt: Date;
  timeError: string | undefined;
  onChange: (change: Partial<PostValues>) => void;
  /** What can be done with the post once it is stored. */
  children?: ReactNode;
}) {
  const { published, featured, kind, publishDay, publishTime, displayDay } = values;
  const { isInBlog } = kinds[kind];
  const dateLine = publishDateLine(values, isPublished, timeZone, new Date(useNow(loadedAt)));
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
              onChange({
                publishDay: day,
                publishTime: day === '' ? '' : publishTime === '' ? '00:00' : publishTime,
              })
            }
          />
          <TextField
            label="Publish Time"
            type="time"
            aria-describedby="publish-zone"
            value={publishTime}
            error={timeError}
            onChange={({ currentTarget: { value, validity } }) =>
              onChange({
                publishTime: value,
                publishDay: publishDay === '' && (value !== '' || validity.badInput) ? today : publishDay,
              })
            }
          />
        </div>
        <p id="publish-zone" className="text-ink-soft">
          Time zone: {timeZone}
        </p>
        {dateLine !== null && <p>{dateLine}</p>}
      </div>
      {isInBlog && (
        <div className="grid gap-1.5">
          <DatePicker
            label="Display Date (Visible to Visitors)"
            placeholder="Pick a display date"
            day={displayDay}
            today={today}
            onChange={(day) => onChange({ displayDay: day })}
          />
          {displayDay !== '' && <p>Visitors will see: {formatLongDate(displayDay)}</p>}
        </div>
      )}
      {children}
    </Card>
  );
}
