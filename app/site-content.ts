/**
 * The owner's texts on the public site: change them here. Labels, buttons and what sending a form answers stay with
 * their screens. A name in braces, as in `{query}`, is replaced by a value when the text is shown.
 */

export type Person = {
  name: string;
  role: string;
  bio: string;
  /** An image in `public/`, as `/team/name.jpg`; null draws the initials. */
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
    'Anyforge is a software firm. Our engineers and agents build products, systems and companies from a written specification, and prove every part before it ships.',
  /** Shown where no CONTACT_EMAIL is set. */
  email: 'hello@anyforge.example',
  offices: ['Las Vegas', 'Toronto', 'Sunshine Coast'],
  social: { label: 'LinkedIn', href: 'https://linkedin.example/company/anyforge' },

  hero: {
    lead: 'A software firm of engineers and agents. Bring us the problem that looks too strange, too old or too big, and leave with software that works.',
    drawing: {
      legend: 'Same seven parts, built as',
      figures: { robot: 'a robot', rocket: 'a rocket', desk: 'a desk' },
      measure: 'seven parts',
    },
  },

  build: {
    heading: 'What we build',
    statement: 'Software that did not exist in January and that a business runs on by June.',
    items: [
      {
        name: 'Products from zero',
        text: 'Web and mobile products, from the first sketch to the first thousand customers.',
      },
      {
        name: 'Systems that carry load',
        text: 'Ledgers, dispatch, booking, billing: the systems a business depends on, with tests that prove they hold up.',
      },
      {
        name: 'Old code, renewed',
        text: 'We modernize the system everyone is afraid to touch, one verified step at a time, while it keeps running.',
      },
      {
        name: 'Agents in your operations',
        text: 'Agents that do well-defined jobs in your company, with limits, an audit log, and a person who can say no.',
      },
    ],
  },

  method: {
    heading: 'How we work with agents',
    statement: 'Agents make us fast. Proof makes it software.',
    steps: [
      {
        name: 'Specify',
        text: 'We write down what must be true before we build anything. You approve that page, not a slide deck.',
      },
      {
        name: 'Draft',
        text: 'Several agents build in parallel, each on its own branch, all from the same specification.',
      },
      {
        name: 'Prove',
        text: 'Every change has to pass tests, attacks and benchmarks. Whatever fails goes back.',
      },
      { name: 'Sign', text: 'An engineer reads every change, takes responsibility for it, and signs it.' },
    ],
  },

  jvTeaser: {
    heading: 'You bring the problem. We bring the firm.',
    text: 'In our JV program we build for equity instead of a fee. You know an industry and a problem worth solving; we design, build and run the software with you.',
    link: 'See the JV program',
    /** Written into the two parts of a company. */
    shares: { theirs: 'yours', ours: 'ours' },
  },

  /** Shown on the home page while no post is featured. */
  fallbackCards: [
    {
      kicker: 'The firm',
      title: 'The people behind the work',
      text: 'Three partners in three offices, and why they write before they build.',
      href: '/about',
    },
    {
      kicker: 'Joint venture',
      title: 'Software for equity',
      text: 'What the JV program offers, who it is for, and how to apply.',
      href: '/jv-program',
    },
  ],

  /** The heading of an unknown address is 'Oops! Page not found'. */
  errors: {
    notFound: 'All the parts are here. They just do not add up to a page.',
    serverTitle: 'Something went wrong',
    serverHeading: 'Something went wrong on our side',
    server: 'It has been logged. Please try again in a moment.',
    requestTitle: 'Request not supported',
    requestHeading: 'We cannot process this request',
    request: 'This page does not accept what was sent to it.',
  },

  closing: {
    heading: 'What should we build?',
    text: 'Tell us in a few lines. A person replies within two business days.',
  },

  about: {
    mission: 'Software can become anything. Our mission is to make it the right thing.',
    paragraphs: [
      'Most software fails long before the code does: in a meeting where no one wrote down what it was for. So we start with a page that says what must be true, in the words of the people who will use it.',
      'Then we build at a speed that used to be impossible. Agents draft, test and measure; engineers decide, review and sign. The page decides what is done, for them and for us.',
      'We keep the firm small on purpose. The person you talk to has read the code.',
    ],
    team: 'The people behind the work',
    portrait: 'Portrait of {name}',
    profile: ' profile of {name}',
    jv: {
      heading: 'Some problems deserve a company',
      text: 'When you own the problem and the market is real, we would rather take a stake than send an invoice.',
      link: 'Read about the JV program',
    },
  },

  team: [
    {
      name: 'Mara Ellison',
      role: 'Co-founder and CEO',
      bio: 'Ran operations at a freight company until its spreadsheets became software. Writes the first page of every project and asks the question that makes it shorter.',
      photo: null,
      profile: { label: 'LinkedIn', href: 'https://linkedin.example/in/mara-ellison' },
    },
    {
      name: 'Theo Brandt',
      role: 'Co-founder and COO',
      bio: 'Makes sure we ship when we said we would. Built and sold a scheduling product for clinics, and still picks up the phone during night deployments.',
      photo: null,
      profile: { label: 'LinkedIn', href: 'https://linkedin.example/in/theo-brandt' },
    },
    {
      name: 'Anjali Rao',
      role: 'Partner and CTO',
      bio: 'Twenty years of databases, compilers and teams. Designs how our agents work, what they are allowed to change, and the tests they have to pass.',
      photo: null,
      profile: { label: 'LinkedIn', href: 'https://linkedin.example/in/anjali-rao' },
    },
  ] satisfies Person[],

  contact: {
    heading: 'Tell us what you need built',
    lead: 'Four fields, no sales call. The people who would build it read every message.',
    /** Shown after a message was stored. */
    next: 'An engineer reads it and replies to your email address within two business days.',
    description: '{lead} Offices in {offices}.',
    map: { label: '{offices}, connected by lines', scale: 'not to scale' },
  },

  jv: {
    heading: 'Build a company with us',
    lead: 'You bring the industry and the problem. We bring design, engineering and operations, and take equity instead of a fee.',
    terms: [
      {
        name: 'You bring',
        text: 'A problem you know first-hand, access to the people who have it, and the time to lead the company.',
      },
      {
        name: 'We bring',
        text: 'A working product in weeks, the team behind it, and the infrastructure it runs on.',
      },
      {
        name: 'We decide',
        text: 'Within two weeks of your application, after one call, and with our reasons either way.',
      },
    ],
    /** Shown after an application was stored. */
    next: 'We read it this week. If it is a fit, we email you to set up a call. If it is not, we tell you why.',
  },

  blog: {
    heading: 'Field notes',
    description:
      'What we learn while building: engineering with agents, our methods, our mistakes and our measurements.',
    /** Below 'No Posts Yet'. */
    empty: 'We are writing the first one. Please check back soon.',
    categoryDescription: 'Posts in the category {category}.',
    tagDescription: 'Posts tagged {tag}.',
  },

  search: {
    heading: 'Search',
    description: 'Search every post by its words.',
    /** Before anything was searched for. */
    prompt: 'Type a word or two.',
    /** For a query without a word in it, as `?!`. */
    noWords: 'Your search contains no words.',
    hint: 'Word endings, accents and small typos do not matter.',
    oneMatch: '1 post matches {query}.',
    matches: '{count} posts match {query}.',
    noMatches: 'No post matches {query}.',
    noMatchesHint: 'Try fewer or different words, or {link}.',
    corrected: 'No post matches {query}. Showing results for {corrected} instead.',
    someWords: 'No post contains every word of {query}. These contain some of them.',
    shortened: 'We searched for the first {words} words, up to {characters} characters.',
    unavailable: 'Search is not available right now. Please try again in a moment.',
    unavailableHint: 'Or {link}.',
    newestPosts: 'read the newest posts',
  },

  newsletter: {
    heading: 'New posts by email',
    text: 'New posts in your inbox, at most once a week, and nothing else.',
    hint: 'Unsubscribe with one click in every email. Every post is also in the {link}.',
    feed: 'RSS feed',
    page: 'Newsletter',
    /** For a link in an email that could not be followed up. */
    failure: 'Something went wrong on our side. Please try again later.',
    newestLink: 'Please use the link in the newest email that you got from us.',
    /** After signing up, where a confirmation email is sent and where none is. */
    confirmationSent: 'Almost done. We sent you an email: use the link in it to confirm your subscription.',
    subscribed: 'Thank you. You are on the list.',
    choice: {
      summary: 'Choose categories',
      hint: 'Only posts of these categories. Without a choice you get every post.',
    },
    preferences: {
      heading: 'Email preferences',
      question: 'Which new posts should we send to this address?',
      everything: 'Every new post',
      categories: 'Only some categories',
      boxes: 'Categories',
      done: 'Your preferences are saved.',
      ended: 'This address does not get our emails any more. You can subscribe again at any time.',
      failure: 'Failed to save your preferences. Please try again later.',
    },
    confirm: {
      heading: 'Confirm your subscription',
      question: 'Do you want new posts sent to this email address?',
      done: 'Your subscription is confirmed.',
    },
    unsubscribe: {
      heading: 'Unsubscribe',
      question: 'Do you want to stop receiving our emails at this address?',
      done: 'You are unsubscribed. We will not email this address again.',
    },
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
        'You can read every public page without an account and without cookies. These pages load nothing from other companies.',
        'We count how often each page is read. To avoid counting one reader twice, the server keeps a short-lived fingerprint made from the address, the browser name and a random value that is deleted every day. It cannot be turned back into an address.',
        'While you are here, the open tab remembers which site referred you to us, the campaign named in your link and the last post you read. It is deleted when you close the tab, and we receive it only if you send us a message.',
        'The server keeps a technical log of requests to find errors and to defend against attacks.',
      ],
    },
    {
      heading: 'Writing to us',
      paragraphs: [
        'We store what you send through the contact form or the JV application so that we can reply. We use it for nothing else and share it with no one, except the email service that may deliver it to our own mailbox.',
        'With a message we store how you found us: the site that referred you, the campaign named in your link, the last post you read and the page you came from.',
      ],
    },
    {
      heading: 'Your rights',
      paragraphs: [
        'You can ask us what we store about you, and have it corrected or deleted. Use the contact page.',
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
        'This site describes our firm and what we learn at work. It is information, not an offer: there is an agreement only when both sides have signed one.',
      ],
    },
    {
      heading: 'Text and images',
      paragraphs: [
        'You are welcome to quote us and link to us. Ask us before you republish a whole article. You may use code from an article freely unless the article says otherwise.',
      ],
    },
    {
      heading: 'What you send',
      paragraphs: [
        'You keep all rights to the ideas in your message or application. Please do not send us anything you are not allowed to share.',
      ],
    },
    {
      heading: 'Liability',
      paragraphs: [
        'We write with care, but articles get out of date. Check what matters before you rely on it.',
      ],
    },
  ],
};

export const cookiesText: LegalText = {
  title: 'Cookies',
  summary: 'Visitors get none.',
  updated,
  sections: [
    {
      heading: 'Public pages',
      paragraphs: [
        'The public pages set no cookies, so there is no cookie banner. The open tab remembers how your visit began until you close it; the privacy page says what that includes.',
      ],
    },
    {
      heading: 'Editors',
      paragraphs: [
        'The people who write for this site sign in. Their browser keeps one session cookie until they sign out or the session expires.',
      ],
    },
  ],
};
