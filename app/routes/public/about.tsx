import { href } from 'react-router';

import type { Route } from './+types/about';
import { siteContent, type Person } from '#app/site-content.ts';
import { fillText } from './filled-text.tsx';
import { publicMeta } from './frame/public-page.ts';

export function meta({ matches }: Route.MetaArgs) {
  return publicMeta(matches, {
    path: href('/about'),
    title: 'About us',
    description: siteContent.about.mission,
  });
}

export default function About() {
  const { about, team } = siteContent;
  return (
    <>
      <section className="page-width mission">
        <h1 className="note">ABOUT US</h1>
        <p className="statement">{about.mission}</p>
        <div className="columns">
          {about.paragraphs.map((paragraph) => (
            <p key={paragraph}>{paragraph}</p>
          ))}
        </div>
      </section>

      <section className="page-width team">
        <h2>{about.team}</h2>
        <ul>
          {team.map((person, index) => (
            <PersonCard key={person.name} person={person} index={index} />
          ))}
        </ul>
      </section>

      <section className="blueprint">
        <div className="page-width jv-teaser">
          <h2>{about.jv.heading}</h2>
          <div>
            <p>{about.jv.text}</p>
            <a href={href('/jv-program')}>{about.jv.link}</a>
          </div>
        </div>
      </section>
    </>
  );
}

function PersonCard({
  person: { name, role, bio, photo, profile },
  index,
}: {
  person: Person;
  index: number;
}) {
  return (
    <li className="person">
      <Portrait name={name} photo={photo} index={index} />
      <div>
        <h3>{name}</h3>
        <p className="note">{role}</p>
        <p>{bio}</p>
        <a href={profile.href} rel="noopener">
          {profile.label}
          <span className="visually-hidden">{fillText(siteContent.about.profile, { name })}</span>
        </a>
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

function Portrait({ name, photo, index }: { name: string; photo: string | null; index: number }) {
  const label = fillText(siteContent.about.portrait, { name });
  if (photo !== null) {
    return <img className="portrait" src={photo} alt={label} loading="lazy" width={480} height={480} />;
  }
  const initials = name
    .split(' ')
    .map((word) => word.charAt(0))
    .join('');
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
