// Before npm start, and with --dev before npm run dev: installs and builds what is missing, and says in .cache/node which
// Node runs the product. The shell then becomes that Node, so that nothing of this stays in memory.
import { build, chooseNode, install, runScript } from './prepare.mjs';

await runScript(async () => {
  await install();
  if (!process.argv.includes('--dev')) await build();
  chooseNode();
  return 0;
});
