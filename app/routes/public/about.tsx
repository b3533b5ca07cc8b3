import { href } from 'react-router';

import type { Route } from './+types/about';
import { paragraphsOf } from '#domain/site/fields.ts';
import type { WordsOf } from '#domain/site/site-words.ts';
import { publicMeta } from './frame/public-page.ts';
import { PageSections } from './frame/page-sections.tsx';
import { jvPage, useWords, wordsOf } from './frame/site-words.ts';
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

      <PageSections entries={about.sections} parts={{ Team: <Team />, 'JV program': <JvTeaser /> }} />
    </>
  );
}

function Team() {
  const { teamHeading, team } = useWords('about');
  if (team.length === 0) return null;
  return (
    <section className="page-width team">
      <h2>{teamHeading}</h2>
      <ul>
        {team.map((person, index) => (
          <PersonCard key={index} person={person} />
        ))}
      </ul>
    </section>
  );
}

function JvTeaser() {
  const { jvHeading, jvText, jvLink } = useWords('about');
  if (!useWords('jv').isOn) return null;
  return (
    <section className="blueprint">
      <div className="page-width jv-teaser">
        <h2>{jvHeading}</h2>
        <div>
          <p>{jvText}</p>
          <a href={jvPage}>{jvLink}</a>
        </div>
      </div>
    </section>
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
