import { rebuildViewSums } from '#db/queries/views.ts';
import { listViewDifferences } from '#db/queries/view-check.ts';
import { readConfig, readEnvironment } from '#server/config.ts';
import { openConfiguredDatabase } from '#server/database.ts';

/**
 * Recomputes every sum of views from the rows and reports each difference; with --repair, replaces the sums. Exits with
 * code 1 when there are differences.
 */
const database = await openConfiguredDatabase(readConfig(await readEnvironment()), {
  announce: (line) => console.log(line),
  share: true,
});
try {
  const { db } = database.client;
  if (process.argv.includes('--repair')) await rebuildViewSums(db);
  const differences = await listViewDifferences(db);
  for (const { table, of, kept, counted } of differences) {
    console.log(`${table} ${of}: ${kept} kept, ${counted} counted`);
  }
  console.log(`${differences.length} differences`);
  process.exitCode = differences.length === 0 ? 0 : 1;
} finally {
  await database.stop();
}
