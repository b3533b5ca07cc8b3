import { href } from 'react-router';

import { useCallback, useContext, useEffect } from 'react';

import type { Route } from './+types/prove';
import { internalPath } from '#app/http/internal-path.ts';
import { Button } from '#app/ui/button.tsx';
import { ProofContext } from '../actions/use-action.ts';
import { Screen } from '../frame/screen.tsx';

export function loader({ url }: Route.LoaderArgs) {
  return { from: internalPath(url.searchParams.get('from'), href('/admin')) };
}

export const handle = new Screen('Confirm that it is you');

/** Asks for a fresh proof before a file is sent, then goes to its address. */
export default function Prove({ loaderData: { from } }: Route.ComponentProps) {
  const askForProof = useContext(ProofContext);
  const ask = useCallback(() => askForProof(() => location.assign(from)), [askForProof, from]);
  useEffect(ask, [ask]);
  return (
    <div className="grid max-w-xl justify-items-start gap-3">
      <h1 className="text-xl font-semibold tracking-tight">Confirm that it is you</h1>
      <p className="text-ink-soft">
        You signed in more than 10 minutes ago. Confirm that it is you to download the file.
      </p>
      <Button variant="primary" onClick={ask}>
        Confirm
      </Button>
    </div>
  );
}
