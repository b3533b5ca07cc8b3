import { circle, pick, type CoverStroke, type Random } from './pen.ts';

/** How far a door opens. */
const door = 56;

/** The plan of a floor: walls, doors, a stair, measures along its edges. */
export function drawPlan(random: Random): CoverStroke[] {
  const wall = pick(random, 230, 370);
  const upper = pick(random, 170, 230);
  const lower = pick(random, 150, 240);
  const hinge = pick(random, 240, 270);
  const treads = pick(random, 7, 11);
  const stair = Array.from({ length: treads + 1 }, (_, tread) => `M${104 + tread * 10} 84v44`);
  const walls = [
    'M80 60H520V340H80Z',
    'M88 68H512V332H88Z',
    `M${wall} 68V${hinge}M${wall} ${hinge + door}V332M${wall + 8} 68V${hinge}M${wall + 8} ${hinge + door}V332`,
    `M88 ${upper}H${wall - door - 16}M88 ${upper + 8}H${wall - door - 16}M${wall - 16} ${upper}H${wall}M${wall - 16} ${upper + 8}H${wall}`,
    `M${wall + 8 + door + 16} ${lower}H512M${wall + 8 + door + 16} ${lower + 8}H512`,
  ];
  const doors = [
    `M${wall + 8} ${hinge}h${door}A${door} ${door} 0 0 1 ${wall + 8} ${hinge + door}`,
    `M${wall - 16} ${upper + 8}v${door}A${door} ${door} 0 0 1 ${wall - 16 - door} ${upper + 8}`,
  ];
  const column = { x: Math.round((wall + 520) / 2), y: Math.round((68 + lower) / 2) };
  return [
    { pen: 'fine', path: `M${column.x} 0V400M0 ${column.y}H600` },
    { pen: 'face', path: 'M80 60H520V340H80Z' },
    { pen: 'line', path: walls.join('') },
    { pen: 'line', path: `${stair.join('')}M104 84h${treads * 10}M104 128h${treads * 10}` },
    { pen: 'dots', path: `${doors.join('')}M110 106h${treads * 10 - 14}` },
    {
      pen: 'line',
      path: `M80 32H520M80 24v16M${wall + 4} 24v16M520 24v16M552 60V340M544 60h16M544 ${lower + 4}h16M544 340h16`,
    },
    { pen: 'line', path: circle([column.x, column.y], 20) },
    { pen: 'signal', path: circle([column.x, column.y], 10) },
  ];
}
