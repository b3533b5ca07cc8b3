import {
  accent,
  email,
  flag,
  image,
  line,
  link,
  list,
  namedTexts,
  page,
  pageSections,
  paragraphs,
  text,
  zone,
} from './fields.ts';
import { home } from './home-words.ts';
import { legalPages } from './legal-words.ts';
import { checkEntry } from './navigation.ts';

/**
 * The owner's words: every field of the public pages that the owner edits in Site, with the value that it has until it
 * is edited. Types, validation, forms, differences and the file of `npm run site-words` follow from this table.
 * What the specification fixes on a screen is not here, but in the component that shows it (docs/site-content.md).
 */

const entry = {
  address: page('Page', 2_000, ''),
  label: line('Label', 60, '', { isOptional: true, hint: 'Empty: the name of the page.' }),
  isVisible: flag('Visible', true),
};

const specifiedEntries = ['/', '/about', '/blog', '/contact'];

const oneStepOnEachLine = { hint: 'One step on each line.' };

export const siteDocuments = {
  general: {
    label: 'General',
    rare: ['Drawing'],
    sections: {
      Name: {
        name: line('Name', 60, 'Anyforge', {
          hint: 'Used in titles, emails, the feed, social images and on home screens.',
        }),
        tagline: line('Tagline', 80, 'we build anything', {
          hint: 'In the footer, window titles and social images.',
        }),
        description: text(
          'Description',
          300,
          'Anyforge is a software firm. Our engineers and agents build products, systems and companies from a written specification, and prove every part before it ships.',
          { hint: 'For search engines and shared links to the home page.' },
        ),
      },
      'Contact details': {
        email: email('Email', 254, 'hello@anyforge.example', {
          hint: 'Shown on the site. Messages go here, and emails come from here.',
        }),
        timeZone: zone('Time zone', 60, 'UTC', { hint: 'For all dates, publish times and statistics.' }),
        offices: list('Offices', { noun: 'office', item: { name: line('City', 80, '') }, max: 12 }, [
          { name: 'Las Vegas' },
          { name: 'Toronto' },
          { name: 'Sunshine Coast' },
        ]),
        social: list(
          'Social links',
          {
            noun: 'social link',
            item: { label: line('Label', 60, ''), address: link('Address', '') },
            max: 12,
          },
          [{ label: 'LinkedIn', address: 'https://linkedin.example/company/anyforge' }],
        ),
      },
      'Newsletter emails': {
        postalAddress: text('Postal address', 500, '', {
          isOptional: true,
          hint: 'At the end of every email. Without it no post is emailed.',
        }),
        newsletterReason: text(
          'Why readers get the email',
          500,
          'You get this email because you subscribed to new posts on our site.',
        ),
        isWeekly: flag('At most one post a week', true),
      },
      Drawing: {
        measure: line('Note on the measure', 40, 'seven parts', {
          hint: 'In the drawing of the home page and of error pages.',
        }),
      },
    },
  },
  brand: {
    label: 'Brand',
    sections: {
      'Accent color': {
        accentLight: accent('Accent color in light mode', 'light', 'Empty: the color of the design.'),
        accentDark: accent('Accent color in dark mode', 'dark', 'Empty: made from the one in light mode.'),
      },
      Logo: {
        logo: image('Logo', {
          folder: 'logos',
          use: 'logos',
          hint: 'A drawing on a transparent background, best a square one, as SVG, PNG or WebP. It appears beside the name, in emails, in the icons of the site and on social images.',
        }),
        logoOnDark: image('Logo in dark mode', {
          folder: 'logos',
          use: 'logos',
          scheme: 'dark',
          hint: 'Empty: the same logo, in a light color where it has one color.',
        }),
      },
    },
  },
  navigation: {
    label: 'Navigation',
    sections: {
      Header: {
        header: list(
          'Entries of the header',
          {
            noun: 'header entry',
            item: entry,
            max: 40,
            check: checkEntry,
            hint: 'Work is shown once a case study is public.',
          },
          [...specifiedEntries, '/work'].map((address) => ({ address })),
        ),
      },
      Footer: {
        footer: list(
          'Entries of the footer',
          { noun: 'footer entry', item: entry, max: 40, check: checkEntry },
          [...specifiedEntries, '/jv-program'].map((address) => ({ address })),
        ),
      },
    },
  },
  home,
  about: {
    label: 'About',
    sections: {
      Sections: {
        sections: pageSections(['Team', 'JV program'], 'Below the mission.'),
      },
      Mission: {
        mission: text(
          'Mission',
          300,
          'Software can become anything. Our mission is to make it the right thing.',
        ),
        story: paragraphs('Paragraphs', 5_000, [
          'Most software fails long before the code does: in a meeting where no one wrote down what it was for. So we start with a page that says what must be true, in the words of the people who will use it.',
          'Then we build at a speed that used to be impossible. Agents draft, test and measure; engineers decide, review and sign. The page decides what is done, for them and for us.',
          'We keep the firm small on purpose. The person you talk to has read the code.',
        ]),
      },
      Team: {
        teamHeading: line('Heading', 120, 'The people behind the work'),
        team: list(
          'Team',
          {
            noun: 'person',
            item: {
              name: line('Name', 100, ''),
              role: line('Role', 100, ''),
              bio: text('Bio', 1_000, '', { isOptional: true }),
              portrait: image('Portrait', {
                folder: 'featured-images',
                use: 'portraits',
                hint: 'Without a portrait the initials are drawn.',
              }),
              profileLabel: line('Profile label', 60, '', { isOptional: true }),
              profileAddress: link('Profile address', '', { isOptional: true }),
              authorAddress: link('Author page', '', {
                isOptional: true,
                isChoice: true,
                hint: 'The name links to it.',
              }),
            },
            max: 48,
          },
          [
            {
              name: 'Mara Ellison',
              role: 'Co-founder and CEO',
              bio: 'Ran operations at a freight company until its spreadsheets became software. Writes the first page of every project and asks the question that makes it shorter.',
              profileLabel: 'LinkedIn',
              profileAddress: 'https://linkedin.example/in/mara-ellison',
            },
            {
              name: 'Theo Brandt',
              role: 'Co-founder and COO',
              bio: 'Makes sure we ship when we said we would. Built and sold a scheduling product for clinics, and still picks up the phone during night deployments.',
              profileLabel: 'LinkedIn',
              profileAddress: 'https://linkedin.example/in/theo-brandt',
            },
            {
              name: 'Anjali Rao',
              role: 'Partner and CTO',
              bio: 'Twenty years of databases, compilers and teams. Designs how our agents work, what they are allowed to change, and the tests they have to pass.',
              profileLabel: 'LinkedIn',
              profileAddress: 'https://linkedin.example/in/anjali-rao',
            },
          ],
        ),
      },
      'JV program': {
        jvHeading: line('Heading', 160, 'Some problems deserve a company'),
        jvText: text(
          'Text',
          500,
          'When you own the problem and the market is real, we would rather take a stake than send an invoice.',
        ),
        jvLink: line('Link text', 80, 'Read about the JV program'),
      },
    },
  },
  contact: {
    label: 'Contact',
    rare: ['Map'],
    sections: {
      Page: {
        heading: line('Heading', 120, 'Tell us what you need built'),
        lead: text(
          'Lead',
          400,
          'Four fields, no sales call. The people who would build it read every message.',
        ),
        next: text(
          'After a message was sent',
          300,
          'An engineer reads your message.\nWe reply to your email address within two business days.\nIf we can help, we set up a first call.',
          oneStepOnEachLine,
        ),
      },
      Map: {
        mapScale: line('Note on the scale', 60, 'not to scale'),
      },
    },
  },
  jv: {
    label: 'JV Program',
    sections: {
      'JV program': {
        isOn: flag('JV program', true),
      },
      Page: {
        heading: line('Heading', 120, 'Build a company with us'),
        lead: text(
          'Lead',
          400,
          'You bring the industry and the problem. We bring design, engineering and operations, and take equity instead of a fee.',
        ),
        terms: namedTexts('Terms', 'term', {
          'You bring':
            'A problem you know first-hand, access to the people who have it, and the time to lead the company.',
          'We bring': 'A working product in weeks, the team behind it, and the infrastructure it runs on.',
          'We decide':
            'Within two weeks of your application, after one call, and with our reasons either way.',
        }),
        next: text(
          'After an application was sent',
          300,
          'We read your application this week.\nIf it is a fit, we email you to set up a call.\nIf it is not, we tell you why.',
          oneStepOnEachLine,
        ),
      },
    },
  },
  blog: {
    label: 'Blog and Newsletter',
    sections: {
      Blog: {
        heading: line('Heading', 80, 'Field notes'),
        description: text(
          'Description',
          300,
          'What we learn while building: engineering with agents, our methods, our mistakes and our measurements.',
          { hint: 'For search engines, shared links and the feed.' },
        ),
        empty: text('While there are no posts', 300, 'We are writing the first one. Please check back soon.'),
      },
      Newsletter: {
        newsletterHeading: line('Heading', 120, 'New posts by email'),
        newsletterText: text('Text', 300, 'New posts in your inbox, at most once a week, and nothing else.'),
      },
    },
  },
  ...legalPages,
  errors: {
    label: 'Error Pages',
    sections: {
      'Page not found': {
        notFound: text(
          'Below “Oops! Page not found”',
          300,
          'All the parts are here. They just do not add up to a page.',
        ),
      },
    },
  },
} as const;
