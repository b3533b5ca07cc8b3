import type { Additions } from '#domain/proposals/review-proposal.ts';
import { Card } from '#app/ui/card.tsx';

/** The additions of a proposal that its words may hide. Nothing of it is loaded or can be followed from here. */
export function AdditionsCard({ links, images, embeds, hidden }: Additions) {
  if (links.length + images.length + embeds.length + hidden.length === 0) return null;
  return (
    <Card title="Look at these first">
      <Addresses name="New links lead to" addresses={links} />
      <Addresses name="New images" addresses={images} />
      <Addresses name="New videos" addresses={embeds} />
      {hidden.length > 0 && (
        <section className="grid gap-1">
          <h3 className="font-medium text-danger">Characters that cannot be seen</h3>
          <ul className="grid gap-1">
            {hidden.map(({ character, around }) => (
              <li key={`${character} ${around}`} className="wrap-anywhere">
                <span className="font-mono text-xs">{character}</span> in “{around}”
              </li>
            ))}
          </ul>
        </section>
      )}
    </Card>
  );
}

function Addresses({ name, addresses }: { name: string; addresses: readonly string[] }) {
  if (addresses.length === 0) return null;
  return (
    <section className="grid gap-1">
      <h3 className="font-medium">{name}</h3>
      <ul className="grid gap-1 font-mono text-xs">
        {addresses.map((address) => (
          <li key={address} className="wrap-anywhere">
            {address}
          </li>
        ))}
      </ul>
    </section>
  );
}
