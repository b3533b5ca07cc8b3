import { namedTexts, image, line, link, list, pageSections, text } from './fields.ts';

export const home = {
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
        ['What we build', 'Selected work', 'Clients', 'How we work', 'Ways to work with us'],
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
} as const;
