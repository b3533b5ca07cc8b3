/** Every word of the public site that belongs to the owner. Change it here; nothing else needs to know. */

export type Person = {
  name: string;
  role: string;
  bio: string;
  /** A picture in `public/`, as `/team/name.jpg`; null draws the initials. */
  photo: string | null;
  /** A page on a professional network. */
  profile: { label: string; href: string };
};

export type LegalText = {
  title: string;
  summary: string;
  updated: string;
  sections: { heading: string; paragraphs: string[] }[];
};

export const siteContent = {
  name: 'Anyforge',
  tagline: 'we build anything',
  description:
    'Anyforge is a software firm. Engineers and agents build products, systems and companies from one written specification, and prove each part before it ships.',
  /** Shown where no CONTACT_EMAIL is set. */
  email: 'hello@anyforge.example',
  offices: ['Las Vegas', 'Toronto', 'Sunshine Coast'],
  social: { label: 'LinkedIn', href: 'https://www.linkedin.com/company/anyforge' },

  hero: {
    lead: 'A software firm of engineers and agents. Bring a problem that sounds too odd, too old or too large, and leave with working software.',
  },

  build: {
    heading: 'What we build',
    statement: 'Things that did not exist on Monday and that people depend on by spring.',
    items: [
      {
        name: 'Products from zero',
        text: 'Web and mobile products, from the first sketch to the first thousand customers.',
      },
      {
        name: 'Systems that carry load',
        text: 'Ledgers, dispatch, booking, billing: the software a business stands on, with tests that prove it holds.',
      },
      {
        name: 'Old code, renewed',
        text: 'We move the system nobody dares to touch, one verified step at a time, while it keeps running.',
      },
      {
        name: 'Agents inside your work',
        text: 'Agents that do defined jobs in your company, with limits, a log, and a person who can say no.',
      },
    ],
  },

  method: {
    heading: 'How we work with agents',
    statement: 'Agents make us quick. Proof makes it software.',
    steps: [
      {
        name: 'Specify',
        text: 'We write down what must be true before anything is built. You approve that page, not a slide.',
      },
      {
        name: 'Draft',
        text: 'Several agents build in parallel, each on its own branch, all from the same page.',
      },
      {
        name: 'Prove',
        text: 'Every change meets tests, attack lists and a stopwatch. What fails goes back.',
      },
      { name: 'Sign', text: 'An engineer reads it, answers for it, and puts a name under it.' },
    ],
  },

  jvTeaser: {
    heading: 'Bring the problem. We bring the workshop.',
    text: 'In our JV program we build for a share of the company instead of a fee. You know an industry and a problem worth solving; we design, build and run the software with you.',
    link: 'See the JV program',
    /** Written into the two parts of a company. */
    shares: { theirs: 'yours', ours: 'ours' },
  },

  /** Shown on the home page while no post is featured. */
  fallbackCards: [
    {
      kicker: 'The firm',
      title: 'Who answers for the work',
      text: 'Three people in three offices, and why they write before they build.',
      href: '/about',
    },
    {
      kicker: 'Joint venture',
      title: 'A workshop paid in shares',
      text: 'What the JV program offers, whom it suits, and how to apply.',
      href: '/jv-program',
    },
  ],

  closing: {
    heading: 'What should exist?',
    text: 'Tell us in a few sentences. A person answers within two working days.',
  },

  about: {
    mission:
      'Software is the one material that can become anything. Our mission is to make it become the right thing.',
    paragraphs: [
      'Most software fails long before the code does: in the meeting where nobody wrote down what it was for. So we start with a page that says what must be true, in words that the people who pay for it would use.',
      'Then we build at a speed that used to be unreasonable. Agents draft, try and measure; engineers decide, read and sign. The page stays the judge, for them and for us.',
      'We keep the firm small on purpose. The person you talk to has read the code.',
    ],
    team: 'Who answers for the work',
    jv: {
      heading: 'Some problems deserve a company',
      text: 'When the problem is yours and the market is real, we would rather own a part of it than invoice for it.',
      link: 'Read about the JV program',
    },
  },

  team: [
    {
      name: 'Mara Ellison',
      role: 'Co-founder and CEO',
      bio: 'Ran operations for a freight company until its spreadsheets became software. Writes the first page of every project and asks the question that shortens it.',
      photo: null,
      profile: { label: 'LinkedIn', href: 'https://www.linkedin.com/in/anyforge-mara-ellison' },
    },
    {
      name: 'Theo Brandt',
      role: 'Co-founder and COO',
      bio: 'Keeps promises on a calendar. Built and sold a scheduling product for clinics, and still answers the phone when a deployment happens at night.',
      photo: null,
      profile: { label: 'LinkedIn', href: 'https://www.linkedin.com/in/anyforge-theo-brandt' },
    },
    {
      name: 'Anjali Rao',
      role: 'Partner and CTO',
      bio: 'Twenty years of databases, compilers and people. Designs how our agents work, what they may touch, and the tests they have to pass.',
      photo: null,
      profile: { label: 'LinkedIn', href: 'https://www.linkedin.com/in/anyforge-anjali-rao' },
    },
  ] satisfies Person[],

  contact: {
    heading: 'Tell us what should exist',
    lead: 'Four fields, no sales call. The people who would build it read every message.',
    next: 'An engineer reads it and writes back within two working days, to the address you gave.',
  },

  jv: {
    heading: 'Build a company with us',
    lead: 'You bring the industry and the problem. We bring design, engineering and operations, and take a share instead of a fee.',
    terms: [
      {
        name: 'You bring',
        text: 'A problem you know first-hand, access to the people who have it, and the time to lead.',
      },
      {
        name: 'We bring',
        text: 'A working product in weeks, the team behind it, and the servers it runs on.',
      },
      {
        name: 'We decide',
        text: 'Within two weeks of your application, after one call, with a reason either way.',
      },
    ],
    next: 'We read it this week. If the problem fits, we write to arrange one call; if it does not, we say why.',
  },

  blog: {
    heading: 'Notes from the workshop',
    description: 'What we learn while building: engineering with agents, method, mistakes and measurements.',
    /** Below 'No Posts Yet'. */
    empty: 'The sheet is on the board and the pencil is sharp.',
  },

  newsletter: {
    heading: 'A letter when there is something to read',
    text: 'New posts by e-mail, at most one letter a week, and nothing else.',
    hint: 'Every letter has a link that ends it. Every post is also in the',
  },
};

const updated = 'November 1, 2026';

export const privacyText: LegalText = {
  title: 'Privacy',
  summary: 'What this site knows about you, why, and for how long.',
  updated,
  sections: [
    {
      heading: 'Reading',
      paragraphs: [
        'You can read every public page without an account and without a cookie. Nothing on these pages is loaded from another company.',
        'We count how often each page is read. To avoid counting one reader twice, the server keeps a short-lived fingerprint made from the address, the browser name and a random value that is thrown away every day. It cannot be turned back into an address.',
        'While you are here, your browser remembers which other site led you to us, the campaign that your link named and the post that you read last. It keeps this in the open tab only, and nothing of it reaches us unless you send a message.',
        'The server keeps a technical log of requests to find faults and to fend off attacks.',
      ],
    },
    {
      heading: 'Writing to us',
      paragraphs: [
        'What you type into the contact form or the JV application is stored so that we can answer it. We use it for nothing else and give it to nobody else, apart from the e-mail service that may carry it to our own mailbox.',
        'With a message we store how you came to write it: the site that led you to us, the campaign that your link named, the post that you read last and the page that you came from.',
      ],
    },
    {
      heading: 'Your rights',
      paragraphs: [
        'Ask us what we hold about you, have it corrected, or have it deleted. The contact page reaches the people who can do it.',
      ],
    },
  ],
};

export const termsText: LegalText = {
  title: 'Terms',
  summary: 'The rules for using this site.',
  updated,
  sections: [
    {
      heading: 'The site',
      paragraphs: [
        'This site describes our firm and what we learn at work. It is information, not an offer: an agreement exists only when both sides have signed one.',
      ],
    },
    {
      heading: 'Texts and pictures',
      paragraphs: [
        'Quote us and link to us as you like. Republishing a whole article needs our permission. Code shown in an article may be used freely unless the article says otherwise.',
      ],
    },
    {
      heading: 'What you send',
      paragraphs: [
        'You keep every right to the ideas in a message or an application. Please leave out what you are not allowed to share.',
      ],
    },
    {
      heading: 'Liability',
      paragraphs: ['We write with care, but articles age. Check what matters before you rely on it.'],
    },
  ],
};

export const cookiesText: LegalText = {
  title: 'Cookies',
  summary: 'Readers get none.',
  updated,
  sections: [
    {
      heading: 'Public pages',
      paragraphs: [
        'The public pages set no cookies. The open tab remembers how your visit began, until you close it; the privacy page says what that is. That is why no banner asks you.',
      ],
    },
    {
      heading: 'The editors',
      paragraphs: [
        'The people who write here sign in. Their browser then keeps one cookie that proves it, for as long as the session lasts.',
      ],
    },
  ],
};
