import { periodOf, periods } from '#domain/analytics/periods.ts';
import { SelectField } from '#app/ui/field.tsx';
import { useChangeList, useListParams } from '../list/use-list-params.ts';

/** The choice of the period, shown before its figures are loaded; the rest of the address stays. */
export function PeriodPicker() {
  const change = useChangeList();
  const period = periodOf(useListParams().get('period'));
  return (
    <SelectField
      label="Period"
      value={String(period)}
      onChange={(event) => change({ period: event.currentTarget.value })}
      options={periods.map((days) => [String(days), `Last ${days} days`])}
    />
  );
}
