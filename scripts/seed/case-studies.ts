/** The case studies of the demonstration content, in their order. Their bodies are `case-studies/SLUG.html`. */

import type { CaseResult } from '#domain/posts/case-results.ts';
import { authors } from './content.ts';
import type { ImageName } from './demonstration-images.ts';

export type DemonstrationCaseStudy = {
  slug: string;
  title: string;
  excerpt: string;
  client: string;
  logo?: ImageName;
  image?: ImageName;
  industry: string;
  services: string[];
  technologies: string[];
  year: number;
  results: CaseResult[];
  quote?: { text: string; name: string; role: string };
  link: string;
  tags: string[];
  author: string;
  /** Each is older than the one before it, because the newest comes first. */
  daysAgo: number;
};

const [{ email: anjali }, { email: theo }, { email: mara }] = authors;

/** A site with fewer posts gets as many of these. */
export const caseStudies: readonly DemonstrationCaseStudy[] = [
  {
    slug: 'one-timetable-instead-of-eleven',
    title: 'One timetable instead of eleven',
    excerpt:
      'A program from 1998, eleven copies made by hand, and a railway that changes its plan every nine days. How the desk came to type a change once.',
    client: 'Tarn Valley Rail',
    logo: 'logo-tarn-valley',
    image: 'viaduct',
    industry: 'Transport',
    services: ['Old code, renewed', 'Systems that carry load'],
    technologies: ['TypeScript', 'PostgreSQL', 'GTFS'],
    year: 2026,
    results: [
      { figure: '40 min', label: 'from a decision to every departure board, down from six working days' },
      { figure: '1', label: 'place where a change is typed, down from eleven' },
      { figure: '2', label: 'errors found by passengers per change, down from fourteen' },
    ],
    quote: {
      text: 'I used to hear of my own mistakes from passengers. Now I hear of them from a list, before lunch.',
      name: 'Ilse Vandermeer',
      role: 'Head of the timetable desk, Tarn Valley Rail',
    },
    link: 'https://tarn-valley-rail.example.com/',
    tags: ['agents', 'migrations', 'testing'],
    author: theo,
    daysAgo: 16,
  },
  {
    slug: 'same-as-last-tuesday',
    title: 'Same as last Tuesday?',
    excerpt:
      'Four hundred bakeries order with one button instead of a telephone at night, and the supplier and we own the company that made it.',
    client: 'Morrow Bakery Supply',
    logo: 'logo-morrow',
    image: 'van',
    industry: 'Food',
    services: ['Joint venture', 'Products from zero'],
    technologies: ['TypeScript', 'React', 'PostgreSQL'],
    year: 2026,
    results: [
      { figure: '400', label: 'bakeries order with one button' },
      { figure: '11 weeks', label: 'from the first ride in the van to the last depot' },
      { figure: '−20%', label: 'goods returned on the van' },
      { figure: '60 : 40', label: 'shares of Morrow and of our firm in the new company' },
    ],
    quote: {
      text: 'I asked for a machine that knows what bakers want. They built one that asks them.',
      name: 'Henrik Morrow',
      role: 'Owner, Morrow Bakery Supply',
    },
    link: 'https://morrow.example.com/',
    tags: ['agents', 'pricing'],
    author: mara,
    daysAgo: 44,
  },
  {
    slug: 'a-work-order-that-needs-no-signal',
    title: 'A work order that needs no signal',
    excerpt:
      'Thirty-eight technicians, 214 turbines, and a phone that must never ask a question at a hundred meters. It survived ten thousand simulated shifts, and then winter came.',
    client: 'Fairlee Wind Service',
    logo: 'logo-fairlee',
    image: 'turbine',
    industry: 'Energy',
    services: ['Products from zero', 'Systems that carry load'],
    technologies: ['TypeScript', 'SQLite', 'PostgreSQL', 'Progressive web app'],
    year: 2025,
    results: [
      { figure: '4 hours', label: 'less paperwork per technician and week' },
      { figure: '1 in 14', label: 'visits needs a second trip for a part, down from one in six' },
      { figure: '0', label: 'work orders lost in fifteen months' },
    ],
    link: 'https://fairlee.example.com/',
    tags: ['agents', 'testing', 'typescript'],
    author: anjali,
    daysAgo: 97,
  },
  {
    slug: 'referrals-read-the-same-day',
    title: 'Referrals, read on the day they arrive',
    excerpt:
      'An agent prepares 1,900 letters a week so that nurses can read every one. It used to hint at urgency, and we took the hint away.',
    client: 'Linden Street Outpatient Clinics',
    logo: 'logo-linden-street',
    industry: 'Health care',
    services: ['Agents in your operations'],
    technologies: ['TypeScript', 'PostgreSQL', 'FHIR', 'Local language models'],
    year: 2025,
    results: [
      { figure: '4 hours', label: 'until a nurse has read a letter, down from six working days' },
      { figure: '−50%', label: 'calls about missing details' },
    ],
    quote: {
      text: 'What it must not do fits on a card, and I wrote the card. I have never been able to say that about software.',
      name: 'Ruth Adeyemi',
      role: 'Head nurse, Linden Street',
    },
    link: 'https://linden-street.example.com/',
    tags: ['agents', 'code-review'],
    author: theo,
    daysAgo: 168,
  },
  {
    slug: 'sixty-one-thousand-index-cards',
    title: 'Sixty-one thousand index cards and one search box',
    excerpt:
      'Thirty volunteers, two machine readers and an archivist opened a wall of drawers to everybody. First we had to throw away everything and begin again.',
    client: 'Skerry Point Maritime Museum',
    image: 'drawers',
    industry: 'Culture',
    services: ['Agents in your operations', 'Products from zero'],
    technologies: ['PostgreSQL', 'TypeScript', 'IIIF'],
    year: 2025,
    results: [
      { figure: '61,000', label: 'cards, searchable in three languages' },
      { figure: '99.2%', label: 'of the cards in the sample are right to the letter' },
      { figure: '1 day', label: 'to answer a letter, down from eleven' },
    ],
    quote: {
      text: 'They threw away sixty-one thousand transcripts for the sake of 212 ships. After that I knew we would get along.',
      name: 'Solveig Aas',
      role: 'Archivist, Skerry Point Maritime Museum',
    },
    link: 'https://skerry-point.example.com/cards',
    tags: ['accessibility', 'agents', 'postgresql', 'search'],
    author: anjali,
    daysAgo: 236,
  },
  {
    slug: 'where-is-my-container',
    title: 'Where is my container?',
    excerpt:
      'Thirty-one carriers, thirty-one kinds of email, and no guesses. A freight forwarder stopped calling back and began to call first.',
    client: 'Holm & Varga',
    logo: 'logo-holm-varga',
    image: 'crane',
    industry: 'Transport',
    services: ['Systems that carry load', 'Agents in your operations'],
    technologies: ['TypeScript', 'PostgreSQL', 'IMAP'],
    year: 2024,
    results: [
      { figure: '−55%', label: 'calls that ask where a container is' },
      { figure: '9 min', label: 'from a carrier’s email to the customer’s page, at the median' },
      { figure: '97 of 100', label: 'emails are read without a person' },
    ],
    quote: {
      text: 'We used to find out and call back. Now we call first.',
      name: 'Tomas Varga',
      role: 'Partner, Holm & Varga',
    },
    link: 'https://holm-varga.example.com/',
    tags: ['agents', 'incidents', 'typescript'],
    author: mara,
    daysAgo: 341,
  },
];

/** What a form says of a case study, without images, tags, author and dates. */
export function fieldsOfCaseStudy(study: DemonstrationCaseStudy) {
  const { slug, title, excerpt, client, industry, services, technologies, year, results, quote, link } =
    study;
  return {
    kind: 'case_study',
    title,
    slug,
    excerpt,
    client,
    industry,
    services: services.join('\n'),
    technologies: technologies.join('\n'),
    year: String(year),
    results: JSON.stringify(results),
    quote: quote?.text,
    quoteName: quote?.name,
    quoteRole: quote?.role,
    link,
  };
}
