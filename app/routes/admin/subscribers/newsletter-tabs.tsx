import { href } from 'react-router';

import { LinkTabs } from '../list/list-screen.tsx';

const tabs = [
  ['Subscribers', href('/admin/subscribers')],
  ['Sent', href('/admin/newsletter/sent')],
  ['Settings', href('/admin/newsletter')],
] as const;

export const newsletterTabs = <LinkTabs label="Newsletter" tabs={tabs} />;
