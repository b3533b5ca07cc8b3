import type { RecordVerdict } from '#domain/email/check-dns-records.ts';
import { missingNewsletterSettings, type NewsletterSettings } from './newsletter-settings.ts';

/** What the DNS and the site's own address say, looked up by the server. */
export type SetupFacts = {
  origin: string;
  /** Of the address that emails come from; null: there is none. */
  senderDomain: string | null;
  /** Of the address that bounces return to: the domain that SPF is about. */
  returnDomain: string | null;
  /** SPF of the return domain and DMARC of the sender's. */
  records: readonly RecordVerdict[];
  dkim: {
    selector: string | null;
    /** Text records at the selector; null: no answer, or no selector. */
    records: readonly string[] | null;
  };
  reverseDns: { host: string; state: 'set' | 'missing' | 'unknown' | 'local' };
  /** Whether the page answers at the site's public address. */
  unsubscribePage: 'answers' | 'local' | { failure: string };
};

export type SetupCheck = {
  id: SetupCheckId;
  name: string;
  /** `unknown`: it could not be checked; it holds sending as a problem does. */
  state: 'ok' | 'problem' | 'unknown';
  finding: string;
  /** What to do; empty where all is well. */
  repair: string;
};

export type SetupCheckId =
  | 'settings'
  | 'spf'
  | 'dkim'
  | 'dmarc'
  | 'alignment'
  | 'reverse-dns'
  | 'one-click'
  | 'unsubscribe-page'
  | 'restored';

/** All checks before posts are emailed, in the order of the screen. */
export function checkNewsletterSetup(
  settings: Omit<NewsletterSettings, 'lookUpSetup'>,
  facts: SetupFacts,
  isRestored: boolean,
): SetupCheck[] {
  return [
    checkSettings(settings),
    ...(['SPF', 'DMARC'] as const).map((name) => checkRecord(name, facts)),
    checkDkim(facts),
    checkAlignment(facts),
    checkReverseDns(facts.reverseDns),
    checkOneClick(facts.origin),
    checkUnsubscribePage(facts),
    ...(isRestored ? [restored] : []),
  ];
}

function checkSettings(settings: Omit<NewsletterSettings, 'lookUpSetup'>): SetupCheck {
  const missing = missingNewsletterSettings(settings);
  const check = { id: 'settings', name: 'Postal address and settings' } as const;
  return missing.length === 0
    ? { ...check, state: 'ok', finding: 'Postal address, reason and mail server are set.', repair: '' }
    : {
        ...check,
        state: 'problem',
        finding: `Missing settings: ${missing.join(', ')}.`,
        repair: 'Set them as .env.example says, and start the site again.',
      };
}

function checkRecord(name: 'SPF' | 'DMARC', { records }: SetupFacts): SetupCheck {
  const check = { id: name === 'SPF' ? 'spf' : 'dmarc', name } as const;
  const verdict = records.find((record) => record.name === name);
  if (!verdict || verdict.state === 'unknown') {
    return {
      ...check,
      state: 'unknown',
      finding: `The DNS did not answer${verdict ? ` for ${verdict.at}` : ''}.`,
      repair: 'Set CONTACT_EMAIL to an address of your domain, and check the network of this machine.',
    };
  }
  const { at, state, record } = verdict;
  if (state === 'set') return { ...check, state: 'ok', finding: `Set at ${at}.`, repair: '' };
  return state === 'wrong'
    ? {
        ...check,
        state: 'problem',
        finding: `${at} has more than one ${name} record, so receivers ignore all of them.`,
        repair: 'Keep one of them.',
      }
    : {
        ...check,
        state: 'problem',
        finding: `There is no ${name} record at ${at}.`,
        repair: `Make a TXT record there, such as: ${record}`,
      };
}

function checkDkim({ dkim, senderDomain }: SetupFacts): SetupCheck {
  const check = { id: 'dkim', name: 'DKIM' } as const;
  if (dkim.selector === null || senderDomain === null) {
    return {
      ...check,
      state: 'unknown',
      finding: 'Which key signs the emails is not known.',
      repair: 'Set NEWSLETTER_DKIM_SELECTOR to the selector that your mail provider names.',
    };
  }
  const at = `${dkim.selector}._domainkey.${senderDomain}`;
  if (dkim.records === null) {
    return {
      ...check,
      state: 'unknown',
      finding: `The DNS did not answer for ${at}.`,
      repair: 'Check the network of this machine, and look again.',
    };
  }
  return dkim.records.some((record) => /(?:^|;)\s*p=\s*[^\s;]/.test(record))
    ? { ...check, state: 'ok', finding: `The key is set at ${at}.`, repair: '' }
    : {
        ...check,
        state: 'problem',
        finding: `There is no key at ${at}.`,
        repair: 'Make the TXT or CNAME record that your mail provider names.',
      };
}

/** DMARC passes when SPF or DKIM is about the sender's domain, or one above or below it (RFC 7489, 3.1). */
function checkAlignment({ senderDomain, returnDomain }: SetupFacts): SetupCheck {
  const check = { id: 'alignment', name: 'DMARC alignment' } as const;
  if (senderDomain === null || returnDomain === null) {
    return { ...check, state: 'problem', finding: 'There is no sender.', repair: 'Set CONTACT_EMAIL.' };
  }
  return isAligned(senderDomain, returnDomain)
    ? {
        ...check,
        state: 'ok',
        finding: `Emails come from ${senderDomain} and return to ${returnDomain}.`,
        repair: '',
      }
    : {
        ...check,
        state: 'problem',
        finding: `Emails come from ${senderDomain}, but return to ${returnDomain}.`,
        repair: `Set BOUNCE_ADDRESS to an address of ${senderDomain}.`,
      };
}

function isAligned(one: string, other: string): boolean {
  return one === other || one.endsWith(`.${other}`) || other.endsWith(`.${one}`);
}

function checkReverseDns({ host, state }: SetupFacts['reverseDns']): SetupCheck {
  const check = { id: 'reverse-dns', name: 'Reverse DNS' } as const;
  if (state === 'set') {
    return {
      ...check,
      state: 'ok',
      finding: `The addresses of ${host} have names that lead back.`,
      repair: '',
    };
  }
  if (state === 'missing') {
    return {
      ...check,
      state: 'problem',
      finding: `An address of ${host} has no name, or one that does not lead back to it.`,
      repair: 'Have the provider of the mail server set a PTR record with its host name.',
    };
  }
  const where =
    state === 'local' ? `${host || 'The mail server'} is in your own network` : 'The DNS did not answer';
  return {
    ...check,
    state: 'unknown',
    finding: `${where}, so the name of its public address is not known.`,
    repair: 'Check that the public address of the mail server has a PTR record with its host name.',
  };
}

/** RFC 8058: the headers are in every email; mail programs use them with https only. */
function checkOneClick(origin: string): SetupCheck {
  const check = { id: 'one-click', name: 'One-click unsubscribe' } as const;
  return origin.startsWith('https://')
    ? { ...check, state: 'ok', finding: 'Every email has both headers, with an https address.', repair: '' }
    : {
        ...check,
        state: 'problem',
        finding: `The address of the site, ${origin}, does not begin with https://.`,
        repair: 'Set SITE_URL to the public address of the site.',
      };
}

function checkUnsubscribePage({ unsubscribePage, origin }: SetupFacts): SetupCheck {
  const check = { id: 'unsubscribe-page', name: 'Unsubscribe page' } as const;
  const address = `${origin}/newsletter/unsubscribe`;
  if (unsubscribePage === 'answers')
    return { ...check, state: 'ok', finding: `${address} answers.`, repair: '' };
  const finding =
    unsubscribePage === 'local'
      ? `${address} leads to a private network: no reader can open it.`
      : `${address} does not answer: ${unsubscribePage.failure}`;
  const repair = 'Set SITE_URL to the public address of the site, and check its DNS, proxy and certificate.';
  return { ...check, state: 'problem', finding, repair };
}

const restored: SetupCheck = {
  id: 'restored',
  name: 'Restored backup',
  state: 'problem',
  finding:
    'This site was restored from a backup: since it was made, people may have unsubscribed, and posts may have been emailed.',
  repair:
    'Wait until the list of suppressed addresses is merged from its copies. Where the machine had none, compare the subscribers with your records. Email only posts that were not emailed before.',
};

/** The checks that hold sending. @param accepted the ids that a super admin accepted */
export function heldBy(checks: readonly SetupCheck[], accepted: readonly string[]): SetupCheck[] {
  return checks.filter(
    ({ id, state }) => state !== 'ok' && (id === 'restored' || id === 'settings' || !accepted.includes(id)),
  );
}
