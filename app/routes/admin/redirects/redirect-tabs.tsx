import { href } from 'react-router';

import { LinkTabs } from '../list/list-screen.tsx';

const tabs = [
  ['Redirects', href('/admin/redirects')],
  ['Missing pages', href('/admin/redirects/missing')],
] as const;

export const redirectTabs = <LinkTabs label="Views" tabs={tabs} />;
