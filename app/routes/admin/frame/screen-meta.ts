/** The name of a screen in the browser's tab and in history. No page of the admin is for search engines. */
export function screenMeta(name: string) {
  return [{ title: `${name} · Admin` }, { name: 'robots', content: 'noindex, nofollow' }];
}
