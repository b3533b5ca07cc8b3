/** The articles of the demonstration content. Their bodies are `articles/SLUG.html`. */

import type { ImageName } from './demonstration-images.ts';

export type DemonstrationPost = {
  slug: string;
  title: string;
  excerpt: string | null;
  category: string | null;
  tags: string[];
  author: string;
  /** When it was published, in days before today; negative is scheduled; null is a draft. */
  daysAgo: number | null;
  time?: string;
  featured?: boolean;
  /** The featured image; without one the slug chooses a cover. */
  image?: ImageName;
  /** The displayed date, in days before today, if it differs from the publish date. */
  displayDaysAgo?: number;
};

/** The people of the page About, where their roles and biographies are. */
export const authors = [
  { email: 'anjali.rao@example.com', displayName: 'Anjali Rao' },
  { email: 'theo.brandt@example.com', displayName: 'Theo Brandt' },
  { email: 'mara.ellison@example.com', displayName: 'Mara Ellison' },
] as const;

const [{ email: anjali }, { email: theo }, { email: mara }] = authors;

export const categories = [
  {
    slug: 'engineering',
    name: 'Engineering',
    description: 'How we build: types, tests, databases and the reasons behind them.',
  },
  {
    slug: 'agentic-practice',
    name: 'Agentic Practice',
    description: 'Working with coding agents every day: briefs, checks, review, and what we got wrong.',
  },
  {
    slug: 'joint-ventures',
    name: 'Joint Ventures',
    description: 'Stories and procedures from companies that we build together with people who know a trade.',
  },
  {
    slug: 'operations',
    name: 'Operations',
    description: 'Keeping software alive: releases, incidents, speed, and quiet nights.',
  },
  {
    slug: 'design-accessibility',
    name: 'Design & Accessibility',
    description: 'Interfaces that everybody can use, and ways to find out whether they can.',
  },
  {
    slug: 'firm-notes',
    name: 'Firm Notes',
    description: 'How the firm itself works: hiring, estimating, deciding.',
  },
] as const;

export const tags = [
  { slug: 'accessibility', name: 'Accessibility' },
  { slug: 'agents', name: 'Agents' },
  { slug: 'code-review', name: 'Code review' },
  { slug: 'estimating', name: 'Estimating' },
  { slug: 'hiring', name: 'Hiring' },
  { slug: 'incidents', name: 'Incidents' },
  { slug: 'migrations', name: 'Migrations' },
  { slug: 'performance', name: 'Performance' },
  { slug: 'postgresql', name: 'PostgreSQL' },
  { slug: 'pricing', name: 'Pricing' },
  { slug: 'search', name: 'Search' },
  { slug: 'testing', name: 'Testing' },
  { slug: 'typescript', name: 'TypeScript' },
  { slug: 'writing', name: 'Writing' },
] as const;

/** A site with fewer posts gets the first of these. */
export const posts: readonly DemonstrationPost[] = [
  {
    slug: 'a-year-of-agentic-engineering',
    title: 'A year of agentic engineering: what changed, what did not',
    excerpt:
      'Nine people, twelve months, some nine hundred changes typed by a program. An honest account of what got faster, what got more expensive, and what we would do first if we began again.',
    category: 'agentic-practice',
    tags: ['agents', 'code-review', 'testing', 'writing'],
    author: anjali,
    daysAgo: 12,
    featured: true,
    image: 'bench',
  },
  {
    slug: 'reviewing-what-an-agent-wrote',
    title: 'Reviewing what an agent wrote',
    excerpt:
      'The mistakes are still there. They just stopped looking like mistakes. Six steps, twenty-five minutes, and permission to say no.',
    category: 'agentic-practice',
    tags: ['agents', 'code-review'],
    author: theo,
    daysAgo: 33,
    featured: true,
    image: 'boats',
  },
  {
    slug: 'database-migrations-without-downtime',
    title: 'Database migrations without downtime',
    excerpt:
      'Old code and new code run at the same time. Everything about safe schema changes follows from taking that sentence seriously.',
    category: 'engineering',
    tags: ['migrations', 'postgresql'],
    author: theo,
    daysAgo: 5,
    image: 'harbor',
  },
  {
    slug: 'eleven-weeks-with-a-bakery-supplier',
    title: 'Eleven weeks with a bakery supplier',
    excerpt:
      'They asked for a prediction. They got a button, a good argument in week six, and a company that belongs to both of us.',
    category: 'joint-ventures',
    tags: ['agents', 'pricing'],
    author: mara,
    daysAgo: 19,
    displayDaysAgo: 21,
    image: 'loaves',
  },
  {
    slug: 'incident-forty-one-minutes-of-stale-pages',
    title: 'Incident: forty-one minutes of stale pages',
    excerpt:
      'A message that never came looked exactly like a quiet morning. What visitors saw, why it could happen, and what we changed.',
    category: 'operations',
    tags: ['incidents', 'postgresql', 'testing'],
    author: theo,
    daysAgo: 211,
    displayDaysAgo: 214,
    image: 'city',
  },
  {
    slug: 'the-keyboard-tour',
    title: 'The keyboard tour: ten minutes that find half of the problems',
    excerpt: 'Put the mouse into a drawer, do three things, and write down every time you swear.',
    category: 'design-accessibility',
    tags: ['accessibility', 'testing'],
    author: mara,
    daysAgo: 64,
  },
  {
    slug: 'full-text-search-with-postgresql',
    title: 'Full-text search with PostgreSQL, in one afternoon',
    excerpt:
      'Endings, weights, marked passages, accents and forgiven typing mistakes, without a second server. With the queries.',
    category: 'engineering',
    tags: ['postgresql', 'search', 'performance'],
    author: anjali,
    daysAgo: 102,
    image: 'shelves',
  },
  {
    slug: 'pricing-a-joint-venture',
    title: 'Pricing a joint venture',
    excerpt:
      'What is our work worth in shares of something that may be worth nothing? There is no right answer. There is a fair procedure.',
    category: 'joint-ventures',
    tags: ['pricing', 'estimating'],
    author: mara,
    daysAgo: 88,
    displayDaysAgo: 90,
    image: 'fields',
  },
  {
    slug: 'estimates-are-a-conversation-about-risk',
    title:
      'Estimates are a conversation about risk and not a promise about dates, which is why we give three numbers and a sentence, refuse to negotiate any of the numbers, and gladly negotiate everything else',
    excerpt:
      '“Half: four days. Nine: eleven. Stop: fifteen. Because we have seen only one of their price lists.” That is an estimate you can do something with.',
    category: 'firm-notes',
    tags: ['estimating', 'pricing'],
    author: anjali,
    daysAgo: 264,
    image: 'peaks',
  },
  {
    slug: 'the-clinic-that-wanted-fewer-reminders',
    title: 'The clinic that wanted a fifth reminder',
    excerpt: 'Four reminders worked perfectly: they reminded people that they could not reach anybody.',
    category: 'joint-ventures',
    tags: ['pricing'],
    author: mara,
    daysAgo: 318,
    image: 'arches',
  },
  {
    slug: 'writing-decisions-down',
    title: 'Writing decisions down',
    excerpt: null,
    category: 'firm-notes',
    tags: ['writing', 'agents'],
    author: anjali,
    daysAgo: 486,
    displayDaysAgo: 490,
  },
  {
    slug: 'ce-que-la-relecture-nous-apprend',
    title: 'Ce que la relecture nous apprend',
    excerpt:
      'La machine est toujours vraisemblable. Relire est devenu le cœur du métier : voici comment nous procédons.',
    category: 'agentic-practice',
    tags: ['agents', 'code-review'],
    author: mara,
    daysAgo: 27,
  },
  {
    slug: 'two-sentences-before-every-change',
    title: 'Two sentences before every change',
    excerpt: 'One with a person in it, one with a proof.',
    category: 'firm-notes',
    tags: ['writing'],
    author: anjali,
    daysAgo: 718,
  },
  {
    slug: 'shalom-miktzat',
    title: 'קודם מקשיבים, אחר כך כותבים קוד',
    excerpt: 'שתי שאלות שאנחנו שואלים לפני כל שינוי.',
    category: 'firm-notes',
    tags: ['writing'],
    author: mara,
    daysAgo: 131,
  },
  {
    slug: 'chiisaku-tsukuru',
    title: '小さく作る',
    excerpt: '一度に変えるのは、一つだけ。',
    category: 'firm-notes',
    tags: [],
    author: anjali,
    daysAgo: 232,
  },
  {
    slug: 'the-next-intake-of-the-jv-program',
    title: 'The next intake of the JV program',
    excerpt: 'Two ventures at a time, thirty people we may call, and an answer in writing.',
    category: 'joint-ventures',
    tags: ['pricing'],
    author: mara,
    daysAgo: -9,
    time: '08:00',
  },
  {
    slug: 'what-a-good-handover-contains',
    title: 'What a good handover contains',
    excerpt: null,
    category: 'operations',
    tags: ['writing'],
    author: theo,
    daysAgo: null,
  },
  {
    slug: 'retiring-a-feature-kindly',
    title: 'Retiring a feature kindly',
    excerpt: 'Find out who uses it, say it twice, leave something behind.',
    category: null,
    tags: [],
    author: anjali,
    daysAgo: null,
  },
];
