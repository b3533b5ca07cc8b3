import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { expect } from 'vitest';
import { createClient } from '#tests/client.ts';
import { startMailServer } from '#tests/mail-server.ts';
import { startProduct } from '#tests/product.ts';
import { test, visit } from './browser.ts';

const shots = '/tmp/shots7';
const owner = { email: 'owner@firm.test', password: 'correct horse battery' };
const say = (...a: unknown[]) => console.log(...a);

test('from outside, by http', { timeout: 300_000 }, async () => {
  let mode: { status: number; hang?: boolean; echo?: boolean } = { status: 200 };
  const got: string[] = [];
  const service = createServer((q, r) => {
    let body = '';
    q.on('data', (c) => (body += c));
    q.on('end', () => {
      if (mode.hang) return;
      if (mode.status === 200) got.push(body);
      r.writeHead(mode.status, { 'content-type': 'text/plain' }).end(mode.echo ? body : 'nope');
    });
  });
  await new Promise<void>((res) => service.listen(0, '127.0.0.1', res));
  const port = (service.address() as AddressInfo).port;
  const product = await startProduct({
    ADMIN_EMAIL: owner.email, ADMIN_PASSWORD: owner.password,
    EMAIL_TRANSPORT: 'emailjs', EMAILJS_ENDPOINT: `http://127.0.0.1:${port}/send`, EMAILJS_USER_ID: 'u', EMAILJS_SERVICE_ID: 's',
    EMAILJS_CONTACT_TEMPLATE_ID: 'ct', EMAILJS_JV_TEMPLATE_ID: 'jt', CONTACT_EMAIL: 'inbox@firm.test',
  });
  const c = createClient(product);
  const base = { name: 'Ada', email: 'ada@visitor.test', subject: 'S', message: 'M' };
  const count = async () => (await sql<{ n: number }>`select count(*)::int n from messages`.execute(product.database.db)).rows[0]?.n;
  const post = async (path: string, fields: Record<string, string>) => {
    const before = await count();
    const t = performance.now();
    const r = await c.post(path, fields);
    const html = await r.text();
    return { status: r.status, stored: (await count())! - before!, ms: Math.round(performance.now() - t), said: [...html.matchAll(/class="error"[^>]*>([^<]*)|role="(?:alert|status)"[^>]*><p>([^<]*)/g)].map((m) => m[1] ?? m[2]) };
  };
  say('limits');
  for (const [f, n] of [['name', 200], ['subject', 300], ['message', 10_000]] as const)
    for (const ch of ['a', '😀', 'é', 'ש', '\u0301'])
      for (const d of [0, 1]) {
        const a = await post('/contact', { ...base, [f]: ch.repeat(n + d), message: f === 'message' ? ch.repeat(n + d) : `m ${f} ${ch} ${d}` });
        const ok = d === 0 ? a.status === 200 && a.stored === 1 : a.status === 422 && a.stored === 0;
        if (!ok) say(f, ch, d, a);
      }
  say('crlf at limit', await post('/contact', { ...base, message: 'a\r\n'.repeat(5000).slice(0, -2) }));
  say('email 254', await post('/contact', { ...base, message: 'e254', email: `${'a'.repeat(64)}@${'b'.repeat(63)}.${'c'.repeat(63)}.${'d'.repeat(57)}.co` }));
  for (const email of ['a@b', 'a@b.c', 'ada@münchen.de', 'ada@visitor.test ', 'A@B.CO', '"a b"@c.de', 'a@b..c', 'ada+tag@x.io', 'İ@x.io', 'a@xn--mnchen-3ya.de'])
    say('email', email, JSON.stringify(await post('/contact', { ...base, message: `m ${email}`, email })));
  for (const [k, v] of Object.entries({ blank: '   ', nbsp: '\u00a0', zw: '\u200b', nul: '\0\0', rtl: '\u202e', surrogate: '\ud800' }))
    say('name', k, JSON.stringify(await post('/contact', { ...base, message: `n ${k}`, name: v })));
  say('1e6 combining', JSON.stringify(await post('/contact', { ...base, message: 'a' + '\u0301'.repeat(300_000) })));
  say('2MB', (await c.post('/contact', { ...base, message: 'x'.repeat(2_000_000) })).status);
  say('json', (await c.json('/contact', base)).status);
  say('no origin', (await fetch(`${product.origin}/contact`, { method: 'POST', body: new URLSearchParams({ ...base, message: 'no origin' }) })).status);
  say('foreign origin', (await c.post('/contact', { ...base, message: 'foreign' }, { origin: 'https://evil.test' })).status);
  const multi = new FormData();
  for (const [k, v] of Object.entries({ ...base, message: 'multi' })) multi.append(k, v);
  say('multipart', (await fetch(`${product.origin}/contact`, { method: 'POST', body: multi, headers: { origin: product.origin } })).status);
  say('file as name', (await (async () => { const m = new FormData(); m.append('name', new Blob(['x']), 'x.txt'); m.append('email', 'a@b.co'); m.append('subject', 's'); m.append('message', 'file'); return fetch(`${product.origin}/contact`, { method: 'POST', body: m, headers: { origin: product.origin } }); })()).status);
  say('twice a field', (await (async () => { const m = new URLSearchParams({ ...base, message: 'dup' }); m.append('name', 'B'); return fetch(`${product.origin}/contact`, { method: 'POST', body: m, headers: { origin: product.origin } }); })()).status);
  const jv = { name: 'B', email: 'b@v.test', industry: 'I', businessStage: 'idea', problemDescription: 'P' };
  for (const s of ['', 'other', 'Idea Stage', 'established']) say('stage', s, JSON.stringify(await post('/jv-program', { ...jv, problemDescription: `p${s}`, businessStage: s })));
  say('elapsed 1999', JSON.stringify(await post('/contact', { ...base, message: 'fast', elapsed: '1999' })), (await sql`select spam_reason from messages where message='fast'`.execute(product.database.db)).rows);
  say('honeypot', JSON.stringify(await post('/contact', { ...base, message: 'honey', website: 'x' })), (await sql`select spam_reason from messages where message='honey'`.execute(product.database.db)).rows);

  await expect.poll(async () => (await sql<{ n: number }>`select count(*)::int n from outbox where sent_at is null`.execute(product.database.db)).rows[0]?.n, { timeout: 30_000 }).toBe(0);
  say('delivered', got.length, 'distinct', new Set(got).size, got.at(-1));
  for (const m of [{ status: 400, echo: true }, { status: 429 }, { status: 500 }, { status: 200, hang: true }]) {
    mode = m;
    const a = await post('/contact', { ...base, name: 'Zebraname', subject: 'Zebrasubject', message: `zebraword ${JSON.stringify(m)}` });
    say('mode', m, a.status, a.stored, a.ms);
    await sleep(500);
    say((await sql`select tries, last_error, sent_at from outbox order by created_at desc limit 1`.execute(product.database.db)).rows);
  }
  say('log has', product.output().match(/.*[zZ]ebra.*/g)?.slice(0, 2));
  const restart = await product.kill();
  mode = { status: 200 };
  got.length = 0;
  await restart();
  await sql`update outbox set next_try_at = now() where sent_at is null`.execute(product.database.db);
  await expect.poll(async () => (await sql<{ n: number }>`select count(*)::int n from outbox where sent_at is null`.execute(product.database.db)).rows[0]?.n, { timeout: 30_000 }).toBe(0);
  say('after kill', got.length, new Set(got).size);

  const m = createClient(product);
  await m.post('/admin/login', owner);
  for (const name of ['=1+1', '+1', '-1', '@SUM(A1)', "=cmd|' /C calc'!A0", '\t=1', '=1\r\n', '＝1', ';=1', ',=1', '"=1'])
    await post('/contact', { ...base, name, subject: name, message: `=formula ${name}`, page: '=1', campaign: '=2' });
  const csv = await (await m.get('/admin/messages/export')).text();
  say(csv.split('\r\n').filter((l) => l.includes('formula')).join('\n'));
  await m.post('/newsletter', { email: 'ada@visitor.test' });
  const search = async (needle: string) => {
    const tables = (await sql<{ t: string }>`select table_name t from information_schema.tables where table_schema='public' and table_type='BASE TABLE'`.execute(product.database.db)).rows;
    const hits: string[] = [];
    for (const { t } of tables) {
      const { rows } = await sql<{ n: number }>`select count(*)::int n from ${sql.table(t)} x where x::text ilike ${`%${needle}%`}`.execute(product.database.db);
      if (rows[0]!.n > 0) hits.push(`${t} ${rows[0]!.n}`);
    }
    return hits;
  };
  say('before erase', await search('ada@visitor'), await search('zebra'));
  const { rows: [one] } = await sql<{ id: string }>`select id from messages where name='Zebraname' limit 1`.execute(product.database.db);
  await m.post(`/admin/messages/${one!.id}`, { intent: 'note', note: 'about Zebraname ada@visitor.test' });
  await m.post(`/admin/messages/${one!.id}`, { intent: 'change', status: 'answered', owner: '' });
  await m.get('/admin/messages/export?q=ada@visitor.test');
  say('erase', (await m.post('/admin/messages', { intent: 'erase', email: 'ADA@visitor.test' })).status);
  say('after erase', await search('ada@visitor'), await search('zebra'), 'log', /ada@visitor|zebra/i.exec(product.output())?.[0]);
  await product.stop();
  service.closeAllConnections();
  service.close();
});

test('pictures', { timeout: 300_000 }, async ({ browser }) => {
  const mail = await startMailServer();
  const product = await startProduct({ ADMIN_EMAIL: owner.email, ADMIN_PASSWORD: owner.password, EMAIL_TRANSPORT: 'smtp', SMTP_URL: mail.url, CONTACT_EMAIL: 'inbox@firm.invalid' });
  const { db } = product.database;
  const states = [['390', 'light', 390], ['1440', 'light', 1440], ['390', 'dark', 390], ['1440', 'dark', 1440]] as const;
  const shoot = async (label: string, paths: string[], only = states) => {
    for (const [w, scheme, width] of only) {
      const v = await visit(browser, { viewport: { width, height: 900 }, colorScheme: scheme });
      await v.page.request.post(`${product.origin}/api/auth/sign-in/email`, { headers: { origin: product.origin }, data: owner });
      for (const path of paths) {
        await v.page.goto(product.origin + path);
        await sleep(300);
        const over = await v.page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
        if (over > 0) say('overflow', label, path, w, over);
        await v.page.screenshot({ path: `${shots}/${label}-${path.replaceAll('/', '_').replace(/[?=]/g, '-').slice(0, 40)}-${w}-${scheme}.png`, fullPage: true });
      }
      if (v.complaints.length) say(label, w, v.complaints);
      await v.close();
    }
  };
  await shoot('none', ['/admin/messages', '/admin/messages?folder=spam', '/admin/subscribers', '/admin/messages/delivery'], [states[0], states[3]] as never);
  const c = createClient(product);
  const long = 'Donaudampfschifffahrtselektrizitätenhauptbetriebswerkbauunterbeamtengesellschaft'.repeat(2);
  await c.post('/contact', { name: long, email: `${'x'.repeat(60)}@${'y'.repeat(60)}.test`, subject: `${long} 🎉 שלום עולם`, message: `${long}\n\nשלום עולם, مرحبا\n${'wort '.repeat(400)}`, page: `/blog/${long}`.slice(0, 300), campaign: long });
  await c.post('/jv-program', { name: 'Ada Ferry', email: 'a@b.co', industry: 'Ferries', businessStage: 'idea', problemDescription: 'Short.' });
  await c.post('/newsletter', { email: `${'x'.repeat(60)}@${'y'.repeat(60)}.test` });
  const { rows } = await sql<{ id: string }>`select id from messages order by created_at`.execute(db);
  await shoot('one', ['/admin/messages', `/admin/messages/${rows[0]!.id}`, `/admin/messages/${rows[1]!.id}`, '/admin/subscribers', '/admin/messages/delivery', '/admin'], [states[0], states[3]] as never);
  await shoot('public', ['/contact', '/jv-program', '/newsletter', '/newsletter/confirm?token=x'], states);
  const v = await visit(browser, { viewport: { width: 390, height: 900 } });
  await v.page.goto(`${product.origin}/contact`);
  await v.page.getByLabel('Name').fill('Ada');
  await v.page.getByLabel('Email').fill('ada@visitor.test');
  await v.page.getByLabel('Subject').fill('Hello');
  await v.page.getByLabel('Message').fill('Words');
  await v.page.getByRole('button', { name: 'Send Message' }).dblclick();
  await v.page.getByText("Message sent successfully. We'll be in touch soon!").waitFor();
  await v.page.screenshot({ path: `${shots}/contact-sent.png` });
  await v.page.goto(`${product.origin}/blog`);
  await v.page.getByLabel('Email').fill('reader@visitor.test');
  await v.page.getByRole('button', { name: 'Subscribe' }).click();
  await v.page.getByText('Almost done').waitFor();
  await v.page.screenshot({ path: `${shots}/newsletter-sent.png` });
  await v.close();
  await product.stop();
  await mail.stop();
});
