import { href } from 'react-router';

import type { Route } from './+types/about';
import { paragraphsOf } from '#domain/site/fields.ts';
import type { WordsOf } from '#domain/site/site-words.ts';
import { publicMeta } from './frame/public-page.ts';
import { useWords, wordsOf } from './frame/site-words.ts';
import { Portrait } from './portrait.tsx';

type Person = WordsOf<'about'>['team'][number];

export function meta({ matches }: Route.MetaArgs) {
  return publicMeta(matches, {
    path: href('/about'),
    title: 'About us',
    description: wordsOf(matches, 'about').mission,
  });
}

export default function About() {
  const about = useWords('about');
  return (
    <>
      <section className="page-width mission">
        <h1 className="note">ABOUT US</h1>
        <p className="statement">{about.mission}</p>
        <div className="columns">
          {paragraphsOf(about.story).map((paragraph, index) => (
            <p key={index}>{paragraph}</p>
          ))}
        </div>
      </section>

      {about.team.length > 0 && (
        <section className="page-width team">
          <h2>{about.teamHeading}</h2>
          <ul>
            {about.team.map((person, index) => (
              <PersonCard key={index} person={person} />
            ))}
          </ul>
        </section>
      )}

      <section className="blueprint">
        <div className="page-width jv-teaser">
          <h2>{about.jvHeading}</h2>
          <div>
            <p>{about.jvText}</p>
            <a href={href('/jv-program')}>{about.jvLink}</a>
          </div>
        </div>
      </section>
    </>
  );
}

function PersonCard({
  person: { name, role, bio, portrait, profileLabel, profileAddress, authorAddress },
}: {
  person: Person;
}) {
  return (
    <li className="person">
      <Portrait name={name} portrait={portrait} />
      <div>
        <h3>{authorAddress === '' ? name : <a href={authorAddress}>{name}</a>}</h3>
        <p className="note">{role}</p>
        {bio !== '' && <p>{bio}</p>}
        {profileAddress !== '' && (
          <a href={profileAddress} rel="noopener">
            {profileLabel || new URL(profileAddress, 'https://this-site.invalid').hostname}
            <span className="visually-hidden"> profile of {name}</span>
          </a>
        )}
      </div>
    </li>
  );
}
