/** The records of the DNS about the domain that emails come from, looked up by the server. */
export type DomainFacts = {
  /** The domain of the address that emails come from; null for none. */
  senderDomain: string | null;
  /** The domain of the address that bounces return to: the domain that SPF is about. */
  returnDomain: string | null;
  /** Text records of the return domain; null: no answer. */
  spf: readonly string[] | null;
  /** Records of `_dmarc.` and the sender's domain, or one above it. */
  dmarc: { at: string; records: readonly string[] | null };
  /** The usual names (selectors) of DKIM keys that have one at the sender's domain; null: no answer. */
  dkim: readonly string[] | null;
};

const names = {
  settings: 'Addresses and mail server',
  spf: 'Servers that may send (SPF)',
  dmarc: 'Policy of your domain (DMARC)',
  dkim: 'Signature (DKIM)',
  alignment: 'One domain (DMARC alignment)',
  'one-click': 'One-click unsubscribe',
  restored: 'Restored backup',
} as const;

type SetupCheckId = keyof typeof names;

export type SetupCheck = {
  id: SetupCheckId;
  name: string;
  /** `unknown`: it could not be found out. `waiting`: it was not looked up, because something else is missing first. */
  state: 'ok' | 'problem' | 'unknown' | 'waiting';
  finding: string;
  /** The task of the owner; empty for none. */
  repair: string;
};

type Finding = Omit<SetupCheck, 'id' | 'name'>;

function named(id: SetupCheckId, found: Finding | null): SetupCheck {
  return { id, name: names[id], ...(found ?? { state: 'waiting', finding: '', repair: '' }) };
}

const ok = (finding: string): Finding => ({ state: 'ok', finding, repair: '' });
const problem = (finding: string, repair: string): Finding => ({ state: 'problem', finding, repair });
const unknown = (finding: string, repair: string): Finding => ({ state: 'unknown', finding, repair });

type Settings = Pick<NewsletterSettings, 'hasServer' | 'postalAddress' | 'reason'>;

/** All checks before posts are emailed, in the order of the screen. */
export function checkNewsletterSetup(
  settings: Settings,
  { origin, facts }: { origin: string; facts: DomainFacts },
  isRestored: boolean,
): SetupCheck[] {
  return [
    named('settings', checkSettings(settings, facts)),
    ...checkDomain(facts),
    named('one-click', checkOneClick(origin)),
    ...(isRestored ? [named('restored', restored)] : []),
  ];
}

/** The checks of the domain that emails come from: the doctor's too. */
export function checkDomain({ senderDomain, returnDomain, spf, dmarc, dkim }: DomainFacts): SetupCheck[] {
  if (senderDomain === null || returnDomain === null)
    return (['spf', 'dmarc', 'dkim', 'alignment'] as const).map((id) => named(id, null));
  const spfFound = checkRecord(
    { short: 'SPF', pattern: /^v=spf1(\s|$)/i },
    { at: returnDomain, records: spf },
    'does not say which servers may send its email, so mailboxes may take yours for spam',
    'v=spf1 include:YOUR-MAIL-PROVIDER -all (your mail provider names its part)',
  );
  const dmarcFound = checkRecord(
    { short: 'DMARC', pattern: /^v=DMARC1\s*(;|$)/i },
    dmarc,
    'does not say what to do with email that only pretends to be yours, so mailboxes trust yours less',
    `v=DMARC1; p=none; rua=mailto:postmaster@${senderDomain}`,
  );
  return [
    named('spf', spfFound),
    named('dmarc', dmarcFound),
    named('dkim', checkDkim(senderDomain, dkim)),
    named('alignment', checkAlignment(senderDomain, returnDomain)),
  ];
}

function checkSettings(settings: Settings, { senderDomain }: DomainFacts): Finding {
  const words = missingWords(settings);
  const needsServer = senderDomain !== null && !settings.hasServer;
  const missing = [
    ...(needsServer ? ['a mail server'] : []),
    ...(senderDomain === null ? ['the contact address'] : []),
    ...words,
  ];
  if (missing.length === 0) {
    return ok('Contact address, postal address, reason and mail server are set.');
  }
  const repairs = [
    ...(senderDomain === null || words.length > 0 ? ['Fill in the fields of General in Site.'] : []),
    ...(needsServer ? ['Ask the operator to set SMTP_URL.'] : []),
  ];
  return problem(`Missing: ${missing.join(', ')}.`, repairs.join(' '));
}

function checkRecord(
  { short, pattern }: { short: string; pattern: RegExp },
  { at, records }: { at: string; records: readonly string[] | null },
  lack: string,
  example: string,
): Finding {
  if (records === null) return noAnswer(at);
  const found = records.filter((record) => pattern.test(record)).length;
  if (found === 1) return ok(`Set at ${at}.`);
  return found === 0
    ? problem(`${at} ${lack}.`, `Where your domain is managed, add a TXT record there: ${example}`)
    : problem(
        `${at} has more than one ${short} record, so mailboxes ignore all of them.`,
        'Where your domain is managed, remove all but one.',
      );
}

function checkDkim(domain: string, found: readonly string[] | null): Finding {
  if (found === null) return noAnswer(domain);
  const [selector] = found;
  return selector === undefined
    ? unknown(
        `No key is found at ${domain} under the usual names. Your mail provider may use another name.`,
        'Send yourself a test of a post and open its source: it must say dkim=pass. If it does not, add the record that your mail provider shows for DKIM.',
      )
    : ok(`A key is set at ${selector}._domainkey.${domain}.`);
}

function noAnswer(at: string): Finding {
  return unknown(
    `The records of ${at} could not be looked up.`,
    'Reload this page in a few minutes. If this stays, ask the operator whether the server can reach the DNS.',
  );
}

/** DMARC passes when SPF or DKIM is about the sender's domain, or one above or below it (RFC 7489, 3.1). */
function checkAlignment(sender: string, returns: string): Finding {
  return sender === returns || sender.endsWith(`.${returns}`) || returns.endsWith(`.${sender}`)
    ? ok(`Emails come from ${sender} and return to ${returns}.`)
    : problem(
        `Emails come from ${sender}, but what cannot be delivered returns to ${returns}. Mailboxes distrust that.`,
        `Ask the operator to let BOUNCE_IMAP_URL name a mailbox of ${sender}.`,
      );
}

/** RFC 8058: the headers are in every email; mail programs use them with https only. */
function checkOneClick(origin: string): Finding {
  return origin.startsWith('https://')
    ? ok('Mail programs can show their own unsubscribe button.')
    : problem(
        `Mail programs show their own unsubscribe button only for addresses with https://. This site is ${origin}.`,
        'Ask the operator to set SITE_URL to the public address of the site, with https://.',
      );
}

const restored = problem(
  'This site was restored from a backup: since it was made, people may have unsubscribed, and posts may have been emailed.',
  'Compare the subscribers with your records, and email only posts that were not emailed before.',
);

/** The checks that hold sending. @param accepted the ids that a super admin accepted */
export function heldBy(checks: readonly SetupCheck[], accepted: readonly string[]): SetupCheck[] {
  return checks.filter(
    ({ id, state }) => state !== 'ok' && (id === 'restored' || id === 'settings' || !accepted.includes(id)),
  );
}

export type Newsletter = {
  newsletter: NewsletterSettings;
};

export type NewsletterSettings = {
  hasServer: boolean;
  /** The firm's address and the reason of the email: both stand in each email. Null: not set. */
  postalAddress: string | null;
  reason: string | null;
  /** True if subscribers get one post a week at most. */
  isWeekly: boolean;
  /** To which mail servers return emails, before the part for each of them; null: to the sender. */
  bounceAddress: string | null;
  /** Finds what `newsletter-setup.ts` checks; takes some seconds. */
  lookUpSetup: () => Promise<DomainFacts>;
};

/** The missing settings without which no post can be emailed. */
export function missingNewsletterSettings(settings: Settings): string[] {
  return [...(settings.hasServer ? [] : ['a mail server with a sender']), ...missingWords(settings)];
}

function missingWords({ postalAddress, reason }: Settings) {
  return [
    ...(postalAddress === null ? ['the postal address'] : []),
    ...(reason === null ? ['the reason why readers get the email'] : []),
  ];
}
