export type RecordVerdict = {
  name: 'SPF' | 'DKIM' | 'DMARC';
  /** Name of the record in the DNS. */
  at: string;
  state: 'set' | 'missing' | 'wrong' | 'unknown';
  /** What was found, or an example of what to set. */
  record: string;
  words: string;
};

/** Text records of a name in the DNS; null when there was no answer. */
export type PolicyRecords = { at: string; records: readonly string[] | null };

/**
 * Checks the DNS records that say who may send emails from a domain.
 * @param spf the text records of the domain; null when there was no answer.
 * @param dmarc those of `_dmarc.` the domain, or of one above it.
 */
export function checkDnsRecords(
  domain: string,
  spf: readonly string[] | null,
  dmarc: PolicyRecords,
): RecordVerdict[] {
  return [
    {
      name: 'SPF',
      at: domain,
      ...checkRecords(spf, /^v=spf1(\s|$)/i, 'v=spf1 include:YOUR-MAIL-PROVIDER -all'),
      words: 'Names the servers that may send for this domain.',
    },
    {
      name: 'DKIM',
      at: `SELECTOR._domainkey.${domain}`,
      state: 'unknown',
      record: 'v=DKIM1; k=rsa; p=PUBLIC-KEY',
      words:
        'Lets receivers check the signature of your mail server. Its name (the selector) and the key come from your mail provider, so it cannot be looked up from here.',
    },
    {
      name: 'DMARC',
      at: dmarc.at,
      ...checkRecords(
        dmarc.records,
        /^v=DMARC1\s*(;|$)/i,
        `v=DMARC1; p=none; rua=mailto:postmaster@${domain}`,
      ),
      words: 'Says what receivers do with emails that fail both checks, and where they report it.',
    },
  ];
}

function checkRecords(
  records: readonly string[] | null,
  pattern: RegExp,
  example: string,
): Pick<RecordVerdict, 'state' | 'record'> {
  if (records === null) return { state: 'unknown', record: example };
  const found = records.filter((record) => pattern.test(record));
  const [only] = found;
  if (only === undefined) return { state: 'missing', record: example };
  // Receivers ignore a policy that is there more than once.
  return { state: found.length === 1 ? 'set' : 'wrong', record: found.join('\n') };
}
