import { href } from 'react-router';

import { LinkTabs } from '../list/list-screen.tsx';

const tabs = {
  Subscribers: href('/admin/subscribers'),
  Sent: href('/admin/newsletter/sent'),
  Settings: href('/admin/newsletter'),
};

/** The three screens below the heading Newsletter. */
export function NewsletterTabs({ current }: { current: keyof typeof tabs }) {
  return (
    <LinkTabs
      label="Newsletter"
      tabs={Object.entries(tabs).map(([name, to]) => ({ name, to, isCurrent: name === current }))}
    />
  );
}
