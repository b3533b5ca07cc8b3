import type { Additions } from '#domain/proposals/review-proposal.ts';
import { Card } from '#app/ui/card.tsx';
import { AttributeList } from '../editing/differences/attribute-list.tsx';

/** The changes of a proposal that its words may hide. */
export function AdditionsCard({ attributes, hidden, moreHidden }: Additions) {
  if (attributes.length + hidden.length === 0) return null;
  return (
    <Card title="Look at these first">
      <AttributeList changes={attributes} />
      {hidden.length > 0 && (
        <section className="grid gap-1">
          <h3 className="font-medium text-warn">Characters that cannot be seen</h3>
          <ul className="grid gap-1">
            {hidden.map(({ character, around }) => (
              <li key={`${character} ${around}`} className="wrap-anywhere">
                <span className="font-mono text-xs">{character}</span> in “{around}”
              </li>
            ))}
          </ul>
          {moreHidden > 0 && <p>and {moreHidden} more places</p>}
        </section>
      )}
    </Card>
  );
}
