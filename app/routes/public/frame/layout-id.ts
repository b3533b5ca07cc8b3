/** The layout of the public pages, by which they find what it knows: a name that stays when files move. */
export const publicLayoutId = 'public-layout';
