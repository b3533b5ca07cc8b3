/** What the DNS says about the domain that emails come from, looked up by the server. */
export type DomainFacts = {
  /** Of the address that emails come from; null: there is none. */
  senderDomain: string | null;
  /** Of the address that bounces return to: the domain that SPF is about. */
  returnDomain: string | null;
  /** Text records of the return domain; null: no answer. */
  spf: readonly string[] | null;
  /** Those of `_dmarc.` and the sender's domain, or one above it. */
  dmarc: { at: string; records: readonly string[] | null };
  /** Of the usual names (selectors) of DKIM keys those that have one at the sender's domain; null: no answer. */
  dkim: readonly string[] | null;
  reverseDns: { host: string; state: 'set' | 'missing' | 'unknown' | 'local' };
};

export type SetupFacts = DomainFacts & {
  origin: string;
  /** Whether the page answers at the site's public address. */
  unsubscribePage: 'answers' | 'local' | { failure: string };
};

const names = {
  settings: 'Postal address and settings',
  spf: 'SPF',
  dmarc: 'DMARC',
  dkim: 'DKIM',
  alignment: 'DMARC alignment',
  'reverse-dns': 'Reverse DNS',
  'one-click': 'One-click unsubscribe',
  'unsubscribe-page': 'Unsubscribe page',
  restored: 'Restored backup',
} as const;

type SetupCheckId = keyof typeof names;

export type SetupCheck = {
  id: SetupCheckId;
  name: string;
  /** `unknown`: it could not be checked; it holds sending as a problem does. */
  state: 'ok' | 'problem' | 'unknown';
  finding: string;
  /** What to do; empty where all is well. */
  repair: string;
};

function check(
  id: SetupCheckId,
  ...[state, finding, repair = '']: [state: 'ok', string] | [state: 'problem' | 'unknown', string, string]
): SetupCheck {
  return { id, name: names[id], state, finding, repair };
}

/** All checks before posts are emailed, in the order of the screen. */
export function checkNewsletterSetup(
  settings: Omit<NewsletterSettings, 'lookUpSetup'>,
  facts: SetupFacts,
  isRestored: boolean,
): SetupCheck[] {
  return [
    checkSettings(settings),
    ...checkDomain(facts),
    checkOneClick(facts.origin),
    checkUnsubscribePage(facts),
    ...(isRestored ? [restored] : []),
  ];
}

/** The checks of the domain that emails come from: the doctor's too. */
export function checkDomain(facts: DomainFacts): SetupCheck[] {
  const { senderDomain, returnDomain, spf, dmarc } = facts;
  if (senderDomain === null || returnDomain === null) {
    return [check('alignment', 'problem', 'There is no sender.', 'Set CONTACT_EMAIL.')];
  }
  return [
    checkRecord('spf', /^v=spf1(\s|$)/i, returnDomain, spf, 'v=spf1 include:YOUR-MAIL-PROVIDER -all'),
    checkRecord(
      'dmarc',
      /^v=DMARC1\s*(;|$)/i,
      dmarc.at,
      dmarc.records,
      `v=DMARC1; p=none; rua=mailto:postmaster@${senderDomain}`,
    ),
    checkDkim(senderDomain, facts.dkim),
    checkAlignment(senderDomain, returnDomain),
    checkReverseDns(facts.reverseDns),
  ];
}

function checkSettings(settings: Omit<NewsletterSettings, 'lookUpSetup'>): SetupCheck {
  const missing = missingNewsletterSettings(settings);
  return missing.length === 0
    ? check('settings', 'ok', 'Postal address, reason and mail server are set.')
    : check(
        'settings',
        'problem',
        `Missing settings: ${missing.join(', ')}.`,
        'Set them as .env.example says, and start the site again.',
      );
}

function checkRecord(
  id: 'spf' | 'dmarc',
  pattern: RegExp,
  at: string,
  records: readonly string[] | null,
  example: string,
): SetupCheck {
  if (records === null) return noAnswer(id, at);
  const found = records.filter((record) => pattern.test(record)).length;
  if (found === 1) return check(id, 'ok', `Set at ${at}.`);
  return found === 0
    ? check(
        id,
        'problem',
        `There is no ${names[id]} record at ${at}.`,
        `Make a TXT record there, such as: ${example}`,
      )
    : check(
        id,
        'problem',
        `${at} has more than one ${names[id]} record, so receivers ignore all of them.`,
        'Keep one of them.',
      );
}

function checkDkim(domain: string, found: readonly string[] | null): SetupCheck {
  if (found === null) return noAnswer('dkim', domain);
  const [selector] = found;
  return selector === undefined
    ? check(
        'dkim',
        'unknown',
        `No usual name has a key at ${domain}. Your mail provider may use one of its own.`,
        'Send yourself a test of a post, and look at its source: Authentication-Results must say dkim=pass. If not, make the TXT or CNAME record that your mail provider names.',
      )
    : check('dkim', 'ok', `A key is set at ${selector}._domainkey.${domain}.`);
}

function noAnswer(id: SetupCheckId, at: string): SetupCheck {
  return check(
    id,
    'unknown',
    `The DNS did not answer for ${at}.`,
    'Set CONTACT_EMAIL to an address of your domain, and check the network of this machine.',
  );
}

/** DMARC passes when SPF or DKIM is about the sender's domain, or one above or below it (RFC 7489, 3.1). */
function checkAlignment(sender: string, returns: string): SetupCheck {
  return sender === returns || sender.endsWith(`.${returns}`) || returns.endsWith(`.${sender}`)
    ? check('alignment', 'ok', `Emails come from ${sender} and return to ${returns}.`)
    : check(
        'alignment',
        'problem',
        `Emails come from ${sender}, but return to ${returns}.`,
        `Let BOUNCE_IMAP_URL name an address of ${sender}.`,
      );
}

function checkReverseDns({ host, state }: DomainFacts['reverseDns']): SetupCheck {
  if (state === 'set')
    return check('reverse-dns', 'ok', `The addresses of ${host} have names that lead back.`);
  if (state === 'missing') {
    return check(
      'reverse-dns',
      'problem',
      `An address of ${host} has no name, or one that does not lead back to it.`,
      'Have the provider of the mail server set a PTR record with its host name.',
    );
  }
  const where =
    state === 'local' ? `${host || 'The mail server'} is in your own network` : 'The DNS did not answer';
  return check(
    'reverse-dns',
    'unknown',
    `${where}, so the name of its public address is not known.`,
    'Check that the public address of the mail server has a PTR record with its host name.',
  );
}

/** RFC 8058: the headers are in every email; mail programs use them with https only. */
function checkOneClick(origin: string): SetupCheck {
  return origin.startsWith('https://')
    ? check('one-click', 'ok', 'Every email has both headers, with an https address.')
    : check(
        'one-click',
        'problem',
        `The address of the site, ${origin}, does not begin with https://.`,
        'Set SITE_URL to the public address of the site.',
      );
}

function checkUnsubscribePage({ unsubscribePage, origin }: SetupFacts): SetupCheck {
  const address = `${origin}/newsletter/unsubscribe`;
  if (unsubscribePage === 'answers') return check('unsubscribe-page', 'ok', `${address} answers.`);
  return check(
    'unsubscribe-page',
    'problem',
    unsubscribePage === 'local'
      ? `${address} leads to a private network: no reader can open it.`
      : `${address} does not answer: ${unsubscribePage.failure}`,
    'Set SITE_URL to the public address of the site, and check its DNS, proxy and certificate.',
  );
}

const restored = check(
  'restored',
  'problem',
  'This site was restored from a backup: since it was made, people may have unsubscribed, and posts may have been emailed.',
  'Compare the subscribers with your records, and email only posts that were not emailed before.',
);

/** The checks that hold sending. @param accepted the ids that a super admin accepted */
export function heldBy(checks: readonly SetupCheck[], accepted: readonly string[]): SetupCheck[] {
  return checks.filter(
    ({ id, state }) => state !== 'ok' && (id === 'restored' || id === 'settings' || !accepted.includes(id)),
  );
}

/** What the settings say about new posts by email. */
export type NewsletterSettings = {
  /** Whether there is a mail server for them. */
  hasServer: boolean;
  /** Of the firm, and why readers get the email: both stand in each of them. Null: not set. */
  postalAddress: string | null;
  reason: string | null;
  /** To which mail servers return emails, before the part for each of them; null: to the sender. */
  bounceAddress: string | null;
  /** Finds what `newsletter-setup.ts` checks; takes some seconds. */
  lookUpSetup: () => Promise<SetupFacts>;
};

/** The settings without which no post can be emailed, and are missing. */
export function missingNewsletterSettings(settings: Omit<NewsletterSettings, 'lookUpSetup'>): string[] {
  return [
    ...(settings.hasServer ? [] : ['SMTP_URL']),
    ...(settings.postalAddress === null ? ['the postal address in Site'] : []),
    ...(settings.reason === null ? ['the reason in Site'] : []),
  ];
}
