import { href } from 'react-router';

import type { Route } from './+types/about';
import { inWidth } from '#domain/images/image-address.ts';
import { paragraphsOf } from '#domain/site/fields.ts';
import type { WordsOf } from '#domain/site/site-words.ts';
import { fillText } from './filled-text.tsx';
import { publicMeta } from './frame/public-page.ts';
import { useWords, wordsOf } from './frame/site-words.ts';

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
              <PersonCard key={index} person={person} index={index} />
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
  person: { name, role, bio, portrait, profileLabel, profileAddress },
  index,
}: {
  person: Person;
  index: number;
}) {
  const { profileNote } = useWords('about');
  return (
    <li className="person">
      <Portrait name={name} portrait={portrait} index={index} />
      <div>
        <h3>{name}</h3>
        <p className="note">{role}</p>
        {bio !== '' && <p>{bio}</p>}
        {profileAddress !== '' && (
          <a href={profileAddress} rel="noopener">
            {profileLabel || new URL(profileAddress, 'https://this-site.invalid').hostname}
            <span className="visually-hidden"> {fillText(profileNote, { name })}</span>
          </a>
        )}
      </div>
    </li>
  );
}

/** The figures behind the initials. They take turns, so that no two neighbors have the same one. */
const figures = [
  'M100 8 180 146H20ZM100 192 20 54H180Z',
  'M35 35H165V165H35ZM100 8 192 100 100 192 8 100Z',
  'M100 8 187 71 154 174H46L13 71ZM100 192V8M13 71 154 174M187 71 46 174',
];

function Portrait({ name, portrait, index }: { name: string; portrait: string; index: number }) {
  const label = fillText(useWords('about').portraitLabel, { name });
  if (portrait !== '') {
    const src = inWidth(portrait, 640);
    return <img className="portrait" src={src} alt={label} loading="lazy" width={640} height={640} />;
  }
  const initials = initialsOf(name);
  return (
    <svg className="portrait" viewBox="0 0 200 200" role="img" aria-label={label}>
      <path className="fine" d={`M0 100H200M100 0V200${figures[index % figures.length] ?? ''}`} />
      <circle className="fine" cx="100" cy="100" r="92" />
      <circle className="face" cx="100" cy="100" r="60" />
      <text x="100" y="119" textAnchor="middle">
        {initials}
      </text>
    </svg>
  );
}

/** Of the first and the last word: as many as the circle has room for. */
function initialsOf(name: string): string {
  const words = name.split(/\s+/);
  const ends = words.length > 1 ? [words[0], words.at(-1)] : words;
  return ends.map((word) => [...(word ?? '')][0] ?? '').join('');
}
