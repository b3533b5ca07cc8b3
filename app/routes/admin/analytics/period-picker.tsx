import { useSearchParams, useSubmit } from 'react-router';

import { periods, type Period } from '#domain/analytics/periods.ts';
import { SelectField } from '#app/ui/field.tsx';

/** The choice of the period; the rest of the address stays, but for the page of the table. */
export function PeriodPicker({ period }: { period: Period }) {
  const [params] = useSearchParams();
  const submit = useSubmit();
  return (
    <SelectField
      label="Period"
      value={String(period)}
      onChange={(event) => {
        const next = new URLSearchParams(params);
        next.set('period', event.currentTarget.value);
        next.delete('page');
        void submit(next, { preventScrollReset: true });
      }}
    >
      {periods.map((days) => (
        <option key={days} value={days}>
          Last {days} days
        </option>
      ))}
    </SelectField>
  );
}
