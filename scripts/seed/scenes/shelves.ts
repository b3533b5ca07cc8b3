import { pick, type Random } from '../random.ts';
import { between, glow, gradient, round, sheet, type Scene } from './canvas.ts';

const spines = [
  '#274a5c',
  '#31606b',
  '#7b8f86',
  '#d9c9a5',
  '#b98b4e',
  '#8a4b32',
  '#5a3a36',
  '#e4ddc9',
  '#3d3f4d',
  '#95a7ae',
];
const boards = [318, 628, 938];

/** Shelves full of books; one of them is half drawn out. */
export const shelves: Scene = (random) => {
  const rows = boards.map((board, index) => row(random, board, index === 1 ? 940 : null));
  return `<defs>
${gradient('back', ['#2a1d17', '#1a120f'])}
${gradient('board', ['#a9764a', '#7c5331 35%', '#5a3b22'])}
${gradient('round', ['#000 0% 0.42', '#fff 28% 0.2', '#fff 45% 0.1', '#000 100% 0.5'], { to: [1, 0] })}
${gradient('deep', ['#000 0% 0.62', '#000 30% 0.12', '#000 100% 0'])}
${glow('lamp', ['#ffe3ae 0% 0.5', '#ffcf8a 45% 0.14', '#0a0504 100% 0.62'], [0.3, 0.2, 0.95])}
</defs>
${sheet('url(#back)')}
${rows.join('\n')}
${sheet('url(#lamp)')}`;
};

function row(random: Random, board: number, drawnOut: number | null): string {
  const tallest = 262;
  const books: string[] = [];
  for (let x = -10; x < 1620;) {
    const thick = between(random, 22, 62);
    const isSignal = drawnOut !== null && x <= drawnOut && x + thick > drawnOut;
    if (!isSignal && random() < 0.045) {
      x += between(random, 30, 70);
      continue;
    }
    const tall = isSignal ? tallest - 26 : between(random, 172, tallest);
    books.push(book(random, x, board, thick, tall, isSignal));
    x += thick + between(random, 0.5, 3);
  }
  return `${books.join('')}
<rect y="${board - tallest - 20}" width="1600" height="${tallest + 20}" fill="url(#deep)"/>
<rect y="${board}" width="1600" height="32" fill="url(#board)"/>
<rect y="${board + 32}" width="1600" height="16" fill="#000" opacity="0.5"/>`;
}

function book(
  random: Random,
  x: number,
  board: number,
  thick: number,
  tall: number,
  isSignal: boolean,
): string {
  const colour = isSignal ? '#d4451c' : pick(random, spines);
  const drop = isSignal ? 20 : 0;
  const top = board - tall + drop;
  const leans =
    !isSignal && random() < 0.05
      ? ` transform="rotate(${round(between(random, 3, 7))} ${round(x + thick)} ${board})"`
      : '';
  const bands = random() < 0.6 ? [0.12, 0.17, 0.82] : [0.24];
  const band = pick(random, ['#e9d9a8', '#f4efe2', '#1a1512']);
  return `<g${leans}>
${isSignal ? `<rect x="${round(x - 9)}" y="${round(top)}" width="9" height="${round(tall - drop)}" fill="#000" opacity="0.55"/>` : ''}
<rect x="${round(x)}" y="${round(top)}" width="${round(thick)}" height="${round(tall - drop)}" rx="3" fill="${colour}"/>
${bands.map((place) => `<rect x="${round(x)}" y="${round(top + tall * place)}" width="${round(thick)}" height="4" fill="${band}" opacity="0.75"/>`).join('')}
<rect x="${round(x)}" y="${round(top)}" width="${round(thick)}" height="${round(tall - drop)}" rx="3" fill="url(#round)"/>
</g>`;
}
