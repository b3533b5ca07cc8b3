import type { SecondFactorPolicy } from '#domain/accounts/factor.ts';
import { SelectField } from '#app/ui/field.tsx';
import { CardForm } from '../actions/card-form.tsx';

const policyNames: Record<SecondFactorPolicy, string> = {
  none: 'No one',
  admins: 'Admins and super admins',
  everybody: 'Everybody',
};

/** Who needs a second factor; for super admins. */
export function SecondFactorCard({ policy }: { policy: SecondFactorPolicy }) {
  return (
    <CardForm title="Second factor" intent="second-factor" submit="Save" variant="secondary">
      <SelectField
        label="Who needs a second factor"
        name="policy"
        defaultValue={policy}
        hint="Users without one set it up at their next sign-in."
        options={Object.entries(policyNames)}
      />
    </CardForm>
  );
}
