// Runs before npm start, with --dev before npm run dev, and as npm run build: installs and builds what is missing, and says in
// .cache/node which Node runs the product. The shell then becomes that Node, so that nothing of this stays in memory.
import { build, chooseNode, install, runScript, wrongArguments } from './prepare.mjs';

await runScript(async () => {
  const given = process.argv.slice(2).join(' ');
  if (given !== '' && given !== '--dev') throw wrongArguments;
  await install();
  if (given === '') await build();
  chooseNode();
  return 0;
}, 'Usage: npm run build installs and builds what is missing.');
