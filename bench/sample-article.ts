/** An article with every common element. */
export const sampleArticle = {
  title: 'How we move a database without a pause',
  html: `<p>Last spring we moved the <strong>booking database</strong> of a ferry company to another provider. No customer noticed,
which was the <em>whole</em> point. This is how we did it, and <a href="https://example.org/replication">what we read</a> before.</p>
<h2 id="plan">The plan</h2>
<p>We copied everything first and followed every change afterwards:</p>
<ol><li>a logical replica of every table,</li><li>a comparison of both sides, night after night,</li><li>a switch that takes less than a second.</li></ol>
<h3>What can go wrong</h3>
<ul><li>Sequences are <code>not</code> replicated.</li><li>Large objects need a path of their own.<ul><li>We had none.</li></ul></li></ul>
<pre><code class="language-sql">select slot_name, confirmed_flush_lsn
from pg_replication_slots
where active; -- one row for each subscriber
</code></pre>
<blockquote><p>The comparison found eleven rows that differed: all of them were clocks.</p></blockquote>
<table><thead><tr><th>Step</th><th>Minutes</th></tr></thead><tbody><tr><td>Copying</td><td>312</td></tr><tr><td>Switching</td><td>0.01</td></tr></tbody></table>
<hr>
<p>Would we do it again? Certainly, and with the same tools.</p>`,
};
