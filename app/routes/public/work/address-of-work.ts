import { href } from 'react-router';

/** The address of the list of case studies, narrowed by an industry and a service. */
export function addressOfWork(chosen: { industry?: string | null; service?: string | null }): string {
  const query = new URLSearchParams();
  for (const [name, slug] of Object.entries(chosen)) if (slug !== null) query.set(name, slug);
  return query.size === 0 ? href('/work') : `${href('/work')}?${query}`;
}
