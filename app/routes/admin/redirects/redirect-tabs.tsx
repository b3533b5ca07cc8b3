import { href } from 'react-router';

import { LinkTabs } from '../list/list-screen.tsx';

const tabs = { Redirects: href('/admin/redirects'), 'Missing pages': href('/admin/redirects/missing') };

/** The links between both lists. */
export function RedirectTabs({ current }: { current: keyof typeof tabs }) {
  const links = Object.entries(tabs).map(([name, to]) => ({ name, to, isCurrent: name === current }));
  return <LinkTabs label="Views" tabs={links} />;
}
