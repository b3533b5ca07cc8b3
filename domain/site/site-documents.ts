import {
  accent,
  body,
  email,
  flag,
  image,
  line,
  link,
  list,
  page,
  paragraphs,
  pageSections,
  text,
  zone,
} from './fields.ts';
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

/** Entries of a name and a text. */
function namedTexts(label: string, noun: string, initial: Readonly<Record<string, string>>) {
  const item = { name: line('Name', 120, ''), text: text('Text', 500, '') };
  const entries = Object.entries(initial).map(([name, words]) => ({ name, text: words }));
  return list(label, { noun, item, max: 12 }, entries);
}

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
          hint: 'A square drawing on a transparent background, as SVG, PNG or WebP. It appears beside the name, in the icons of the site and on social images.',
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
          { noun: 'header entry', item: entry, max: 40, check: checkEntry },
          ['/', '/about', '/blog', '/contact'].map((address) => ({ address })),
        ),
      },
      Footer: {
        footer: list(
          'Entries of the footer',
          { noun: 'footer entry', item: entry, max: 40, check: checkEntry },
          ['/', '/about', '/blog', '/contact', '/jv-program'].map((address) => ({ address })),
        ),
      },
    },
  },
  home: {
    label: 'Home',
    rare: ['Drawing', 'While no post is featured'],
    sections: {
      Hero: {
        headline: line('Headline', 120, 'we build anything'),
        lead: text(
          'Lead',
          400,
          'A software firm of engineers and agents. Bring us the problem that looks too strange, too old or too big, and leave with software that works.',
        ),
        heroImage: image('Image instead of the drawing', {
          folder: 'featured-images',
          hint: 'Shown upright, 3 to 4; what does not fit is cut off.',
        }),
        heroImageAlt: line('Description of the image', 300, '', {
          isOptional: true,
          hint: 'For readers who do not see it. Empty: it is decoration.',
        }),
      },
      Sections: {
        sections: pageSections(
          ['What we build', 'How we work', 'Selected work', 'Ways to work with us', 'Clients'],
          'Between the hero and the featured posts. Selected work and clients come from the case studies.',
        ),
      },
      Drawing: {
        drawingLegend: line('Legend of the drawing', 80, 'Same seven parts, built as'),
        robot: line('First figure', 40, 'a robot'),
        rocket: line('Second figure', 40, 'a rocket'),
        desk: line('Third figure', 40, 'a desk'),
      },
      'What we build': {
        buildHeading: line('Heading', 120, 'What we build'),
        buildStatement: text(
          'Statement',
          300,
          'Software that did not exist in January and that a business runs on by June.',
        ),
        buildItems: namedTexts('Services', 'service', {
          'Products from zero':
            'Web and mobile products, from the first sketch to the first thousand customers.',
          'Systems that carry load':
            'Ledgers, dispatch, booking, billing: the systems a business depends on, with tests that prove they hold up.',
          'Old code, renewed':
            'We modernize the system everyone is afraid to touch, one verified step at a time, while it keeps running.',
          'Agents in your operations':
            'Agents that do well-defined jobs in your company, with limits, an audit log, and a person who can say no.',
        }),
      },
      'How we work': {
        methodHeading: line('Heading', 120, 'How we work with agents'),
        methodStatement: text('Statement', 300, 'Agents make us fast. Proof makes it software.'),
        methodSteps: namedTexts('Steps', 'step', {
          Specify:
            'We write down what must be true before we build anything. You approve that page, not a slide deck.',
          Draft: 'Several agents build in parallel, each on its own branch, all from the same specification.',
          Prove: 'Every change has to pass tests, attacks and benchmarks. Whatever fails goes back.',
          Sign: 'An engineer reads every change, takes responsibility for it, and signs it.',
        }),
      },
      'Ways to work with us': {
        waysHeading: line('Heading', 120, 'Ways to work with us'),
        ways: list(
          'Ways',
          {
            noun: 'way',
            item: {
              name: line('Name', 80, ''),
              text: text('What you get', 500, ''),
              duration: line('Duration', 60, '', { isOptional: true }),
              price: line('Price or range', 60, '', { isOptional: true }),
              address: link('Link', '', { isOptional: true, hint: 'Such as /contact.' }),
            },
            max: 6,
          },
          [],
        ),
      },
      Clients: {
        clientsHeading: line('Heading', 120, 'Clients', {
          hint: 'Logos and the first quote are those of the public case studies.',
        }),
      },
      'While no post is featured': {
        fallbackCards: list(
          'Cards',
          {
            noun: 'card',
            item: {
              kicker: line('Kicker', 60, ''),
              title: line('Title', 120, ''),
              text: text('Text', 300, ''),
              address: link('Address', ''),
            },
            min: 2,
            max: 2,
          },
          [
            {
              kicker: 'The firm',
              title: 'The people behind the work',
              text: 'Three partners in three offices, and why they write before they build.',
              address: '/about',
            },
            {
              kicker: 'Joint venture',
              title: 'Software for equity',
              text: 'What the JV program offers, who it is for, and how to apply.',
              address: '/jv-program',
            },
          ],
        ),
      },
      'JV program': {
        jvHeading: line('Heading', 160, 'You bring the problem. We bring the firm.'),
        jvText: text(
          'Text',
          500,
          'In our JV program we build for equity instead of a fee. You know an industry and a problem worth solving; we design, build and run the software with you.',
        ),
        jvLink: line('Link text', 80, 'See the JV program'),
        theirShare: line('Label for their share', 20, 'yours'),
        ourShare: line('Label for our share', 20, 'ours'),
      },
      Closing: {
        closingHeading: line('Heading', 120, 'What should we build?'),
        closingText: text('Text', 300, 'Tell us in a few lines. A person replies within two business days.'),
      },
    },
  },
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
                hint: 'Without a portrait the initials are drawn.',
              }),
              profileLabel: line('Profile label', 60, '', { isOptional: true }),
              profileAddress: link('Profile address', '', { isOptional: true }),
              authorAddress: link('Author page', '', {
                isOptional: true,
                hint: 'The name links to it, such as /authors/mara-ellison.',
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
  privacy: legalPage('Privacy', 'What this site knows about you, why, and for how long.', [
    [
      'Reading',
      'You can read every public page without an account and without cookies. These pages load nothing from other companies.',
      'We count how often each page is read. To avoid counting one reader twice, the server keeps a short-lived fingerprint made from the address, the browser name and a random value that is deleted every day. It cannot be turned back into an address.',
      'While you are here, the open tab remembers which site referred you to us, the campaign named in your link and the last post you read. It is deleted when you close the tab, and we receive it only if you send us a message.',
      'The server keeps a technical log of requests to find errors and to defend against attacks.',
    ],
    [
      'Writing to us',
      'We store what you send through the contact form or the JV application so that we can reply. We use it for nothing else and share it with no one, except the email service that may deliver it to our own mailbox.',
      'With a message we store how you found us: the site that referred you, the campaign named in your link, the last post you read and the page you came from.',
    ],
    [
      'Your rights',
      'You can ask us what we store about you, and have it corrected or deleted. Use the contact page.',
    ],
  ]),
  terms: legalPage('Terms', 'The rules for using this site.', [
    [
      'The site',
      'This site describes our firm and what we learn at work. It is information, not an offer: there is an agreement only when both sides have signed one.',
    ],
    [
      'Text and images',
      'You are welcome to quote us and link to us. Ask us before you republish a whole article. You may use code from an article freely unless the article says otherwise.',
    ],
    [
      'What you send',
      'You keep all rights to the ideas in your message or application. Please do not send us anything you are not allowed to share.',
    ],
    [
      'Liability',
      'We write with care, but articles get out of date. Check what matters before you rely on it.',
    ],
  ]),
  cookies: legalPage('Cookies', 'Visitors get none.', [
    [
      'Public pages',
      'The public pages set no cookies, so there is no cookie banner. The open tab remembers how your visit began until you close it; the privacy page says what that includes.',
    ],
    [
      'Editors',
      'The people who write for this site sign in. Their browser keeps one session cookie until they sign out or the session expires.',
    ],
  ]),
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

/** A page of rich text. @param sections each a heading and its paragraphs */
function legalPage<Label extends string>(label: Label, summary: string, sections: readonly string[][]) {
  const html = sections.map(
    ([heading, ...texts]) => `<h2>${heading}</h2>${texts.map((each) => `<p>${each}</p>`).join('')}`,
  );
  return {
    label,
    sections: {
      Page: {
        body: body('Content', 100_000, html.join('')),
        summary: text('Summary', 300, summary, { hint: 'Below the heading, and for search engines.' }),
        updated: line('Last changed', 60, 'November 1, 2026'),
      },
    },
  } as const;
}
