import type { OwnAccount } from '#domain/accounts/profile/own-account.ts';
import { Card } from '#app/ui/card.tsx';
import { Switch } from '#app/ui/switch.tsx';
import { useAction } from '../actions/use-action.ts';

type Emails = OwnAccount['emails'];

const choices: readonly { name: keyof Emails; label: string; hint: string }[] = [
  {
    name: 'leads',
    label: 'Leads by source',
    hint: 'On Mondays: the leads of last week by post, page, site and campaign. No leads, no email.',
  },
  {
    name: 'proposals',
    label: 'Proposals',
    hint: 'Each proposal that waits for a decision, as soon as it is sent.',
  },
];

/** The emails that one may want. Each switch takes effect at once. */
export function EmailsCard({ emails, areEmailsSent }: Pick<OwnAccount, 'emails' | 'areEmailsSent'>) {
  const offered = choices.filter(({ name }) => emails[name] !== null);
  if (offered.length === 0) return null;
  return (
    <Card title="Emails">
      {!areEmailsSent && <p>No email is set up, so none is sent.</p>}
      {offered.map((choice) => (
        <EmailSwitch key={choice.name} {...choice} isOn={emails[choice.name] === true} />
      ))}
    </Card>
  );
}

/** Sends for itself: a second switch that is pressed meanwhile takes nothing from it. */
function EmailSwitch({ name, label, hint, isOn }: (typeof choices)[number] & { isOn: boolean }) {
  const { submit, formData } = useAction();
  return (
    <div>
      <Switch
        label={label}
        checked={String(formData?.get(name) ?? isOn) === 'true'}
        onChange={(on) => void submit({ intent: 'emails', [name]: String(on) }, { method: 'post' })}
      />
      <p className="text-ink-soft">{hint}</p>
    </div>
  );
}
