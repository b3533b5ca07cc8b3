import { href } from 'react-router';

import type { CaseStudyCard as CaseStudy, TermName } from '#domain/posts/post.ts';
import { foldedName } from '#domain/taxonomy/folded-name.ts';
import { coverSizes } from '../blog/cover-sizes.ts';
import type { coversOf } from '../blog/post-cover.tsx';
import { PageSections } from '../frame/page-sections.tsx';
import { useWords } from '../frame/site-words.ts';
import { addressOfWork } from '../work/address-of-work.ts';
import { CaseStudyCard } from '../work/case-study-card.tsx';
import { ClientLogo } from '../work/case-study-facts.tsx';
import { ServiceDrawing } from './home-drawings.tsx';

export const maxSelected = 3;

export type Work = { caseStudies: CaseStudy[]; services: TermName[] };

/** Sections that the owner shows between the hero and the featured posts. */
export function HomeSections({
  caseStudies,
  services,
  coverAt,
}: Work & { coverAt: ReturnType<typeof coversOf> }) {
  return (
    <PageSections
      entries={useWords('home').sections}
      parts={{
        'What we build': <Build services={services} />,
        'How we work': <Method />,
        'Selected work': <SelectedWork items={caseStudies.slice(0, maxSelected)} coverAt={coverAt} />,
        'Ways to work with us': <Ways />,
        Clients: <Clients caseStudies={caseStudies} />,
      }}
    />
  );
}

/** Each service leads to its case studies. */
function Build({ services }: Pick<Work, 'services'>) {
  const { buildHeading, buildStatement, buildItems } = useWords('home');
  return (
    <section className="page-width build">
      <h2 className="note">{buildHeading}</h2>
      <p className="statement">{buildStatement}</p>
      <ul>
        {buildItems.map(({ name, text }, index) => {
          const service = services.find((one) => foldedName(one.name) === foldedName(name))?.slug;
          return (
            <li key={index}>
              <ServiceDrawing index={index} />
              <h3>{service === undefined ? name : <a href={addressOfWork({ service })}>{name}</a>}</h3>
              <p>{text}</p>
            </li>
          );
        })}
      </ul>
    </section>
  );
}

function Method() {
  const { methodHeading, methodStatement, methodSteps } = useWords('home');
  return (
    <section className="blueprint">
      <div className="page-width method">
        <h2 className="note">{methodHeading}</h2>
        <p className="statement">{methodStatement}</p>
        <ol>
          {methodSteps.map(({ name, text }, index) => (
            <li key={index}>
              <h3>{name}</h3>
              <p>{text}</p>
            </li>
          ))}
        </ol>
      </div>
    </section>
  );
}

function SelectedWork({ items, coverAt }: { items: CaseStudy[]; coverAt: ReturnType<typeof coversOf> }) {
  if (items.length === 0) return null;
  const sizes = [coverSizes.lead, coverSizes.half][items.length - 1] ?? coverSizes.third;
  return (
    <section className="page-width work">
      <div className="section-header">
        <h2>Selected Work</h2>
        <a href={href('/work')}>View all work</a>
      </div>
      <div className={items.length < maxSelected ? 'pair' : 'trio'}>
        {items.map((item, index) => (
          <CaseStudyCard key={item.id} caseStudy={item} level={3} cover={coverAt(index, sizes)} />
        ))}
      </div>
    </section>
  );
}

/** Offers side by side, their rows at the same height, as on a sheet of parts. */
function Ways() {
  const { waysHeading, ways } = useWords('home');
  if (ways.length === 0) return null;
  return (
    <section className="page-width ways">
      <h2>{waysHeading}</h2>
      <ul>
        {ways.map(({ name, text, duration, price, address }, index) => (
          <li key={index}>
            <h3>{address === '' ? name : <a href={address}>{name}</a>}</h3>
            <p>{text}</p>
            <dl>
              {[
                ['Duration', duration],
                ['Price', price],
              ].map(
                ([term, value]) =>
                  value !== '' && (
                    <div key={term}>
                      <dt className="note">{term}</dt>
                      <dd>{value}</dd>
                    </div>
                  ),
              )}
            </dl>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** The logos of the case studies, and what the first client who is quoted says. */
function Clients({ caseStudies }: { caseStudies: CaseStudy[] }) {
  const { clientsHeading } = useWords('home');
  const withLogo = caseStudies.filter(({ clientLogo }) => clientLogo !== null);
  const logos = [...new Map(withLogo.map((study) => [study.client, study])).values()];
  const quoted = caseStudies.find(({ quote }) => quote !== null);
  if (logos.length === 0 && quoted === undefined) return null;
  return (
    <section className="page-width clients">
      <h2 className="note">{clientsHeading}</h2>
      {quoted?.quote && (
        <figure>
          <blockquote dir="auto">
            <q>{quoted.quote}</q>
          </blockquote>
          <figcaption dir="auto">
            {[quoted.quoteName, quoted.quoteRole].filter((one) => one !== null).join(', ')}{' '}
            <a href={href('/work/:slug', { slug: quoted.slug })}>{quoted.title}</a>
          </figcaption>
        </figure>
      )}
      {logos.length > 0 && (
        <ul>
          {logos.map(({ client, clientLogo, slug }) => (
            <li key={client}>
              <a href={href('/work/:slug', { slug })}>
                <ClientLogo client={client} clientLogo={clientLogo} />
              </a>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}
