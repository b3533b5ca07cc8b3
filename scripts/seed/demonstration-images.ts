export type DemonstrationImage = {
  alt: string;
  caption: string | null;
  /** The focal point for cropping, in percent from the left and the top. */
  focal?: readonly [number, number];
};

/** The images of the articles and case studies, as `images/NAME.webp`. Each is used once. */
export const images = {
  bench: {
    alt: 'A wall of tools above a workbench: spanners, a hammer, a square, screwdrivers and a saw. On the bench lie a drawing and a pencil.',
    caption: 'Every tool has its place, and a gap in the row tells which one is in use.',
  },
  boats: {
    alt: 'Nine white paper boats in formation on green water; a red one leaves them on a course of its own.',
    caption: 'Plausible is not the same as right: the one that differs is worth a question.',
    focal: [70, 40],
  },
  harbor: {
    alt: 'A ferry with lit windows passes islands at dawn, the low sun on the water behind it.',
    caption: 'The ferry sails every morning. Whatever is changed on it is changed under way.',
    focal: [45, 60],
  },
  loaves: {
    alt: 'Three shelves of fresh loaves on a baker’s rack in the morning light.',
    caption: null,
  },
  fields: {
    alt: 'Fields at harvest time seen from above, crossed by a lane and a brook; one red machine is at work.',
    caption: 'How a harvest is shared is agreed before anybody sows.',
  },
  shelves: {
    alt: 'Shelves full of books in lamplight; a red one is half drawn out.',
    caption: null,
    focal: [58, 50],
  },
  city: {
    alt: 'A town by the water at night under a full moon; one window glows red.',
    caption: 'Most of the town was asleep. So was our cache.',
    focal: [38, 62],
  },
  arches: {
    alt: 'A corridor of arches in the afternoon sun; a person with a red bag walks towards the light.',
    caption: null,
    focal: [48, 58],
  },
  peaks: {
    alt: 'Mountains behind mountains in the fog; before them a forest and a hut with a light.',
    caption: 'The first ridge can be measured. The others are a conversation.',
    focal: [62, 70],
  },
  'peaks-in-winter': {
    alt: 'Five ridges, each paler than the one before it, above a dark line of pines with a lit hut between them.',
    caption: 'What we could see of the year in January: the first ridge, and that there would be others.',
  },
  'fields-of-a-customer': {
    alt: 'A patchwork of fields from above, with one red machine leaving a pale track.',
    caption: 'The route of a Tuesday, seen from above: the van is the small red thing.',
  },
  'shelves-of-tests': {
    alt: 'Three shelves of old books, one of them red and half drawn out.',
    caption: 'Names tell what a shelf is about before anything on it is opened.',
  },
  viaduct: {
    alt: 'A red train crosses a stone viaduct above an autumn valley, the low sun to its left.',
    caption: 'The 8:52 to Tarn Head. The plan it follows was typed once.',
    focal: [58, 46],
  },
  van: {
    alt: 'A bakery lit before dawn; its baker stands in the doorway, crates and sacks before it, and a red van waits in the street.',
    caption: 'Four in the morning, with whatever was ordered at ten at night.',
    focal: [58, 66],
  },
  turbine: {
    alt: 'A technician in red hangs on ropes beside the lowered blade of a wind turbine; others turn on hills in the mist.',
    caption: 'Up here no telephone asks a question.',
    focal: [66, 50],
  },
  drawers: {
    alt: 'A wall of wooden drawers with brass handles; one is pulled out, and a red card stands among its white ones.',
    caption: 'Drawer 221 of 480, at the card of the Elisabet.',
    focal: [55, 56],
  },
  crane: {
    alt: 'A crane holds a red container above a quay of stacked ones, a ship and the morning sun behind it.',
    caption: 'This one has been found. Its carrier has said so, in line 14.',
    focal: [76, 44],
  },
  'logo-tarn-valley': { alt: 'Tarn Valley Rail', caption: null },
  'logo-morrow': { alt: 'Morrow Bakery Supply', caption: null },
  'logo-fairlee': { alt: 'Fairlee Wind Service', caption: null },
  'logo-linden-street': { alt: 'Linden Street Outpatient Clinics', caption: null },
  'logo-holm-varga': { alt: 'Holm & Varga Forwarding', caption: null },
} as const satisfies Record<string, DemonstrationImage>;

export type ImageName = keyof typeof images;

export function isImageName(text: string): text is ImageName {
  return Object.hasOwn(images, text);
}
