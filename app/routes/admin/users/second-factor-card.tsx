import type { SecondFactorPolicy } from '#domain/accounts/factors/factor.ts';
import { Button } from '#app/ui/button.tsx';
import { Card } from '#app/ui/card.tsx';
import { SelectField } from '#app/ui/field.tsx';
import { useAction } from '../actions/use-action.ts';

const policyNames: Record<SecondFactorPolicy, string> = {
  none: 'No one',
  admins: 'Admins and super admins',
  everybody: 'Everybody',
};

/** Who needs a second factor; for super admins. */
export function SecondFactorCard({ policy }: { policy: SecondFactorPolicy }) {
  const { Form, isBusy, fieldErrors } = useAction();
  return (
    <Card title="Second factor">
      <Form method="post" className="flex flex-wrap items-end gap-3">
        <input type="hidden" name="intent" value="second-factor" />
        <div className="min-w-48 flex-1">
          <SelectField
            label="Who needs a second factor"
            name="policy"
            defaultValue={policy}
            error={fieldErrors['policy']}
            hint="Users without one set it up at their next sign-in."
            options={Object.entries(policyNames)}
          />
        </div>
        <Button type="submit" pending={isBusy}>
          Save
        </Button>
      </Form>
    </Card>
  );
}
