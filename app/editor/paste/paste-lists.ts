type Open = { list: Element; level: number; id: string };

/** Puts items that say their level into lists within each other. */
export function createListBuilder(body: HTMLElement) {
  let open: Open[] = [];
  return {
    end: () => void (open = []),
    /** @param start the number of the first item of a list @param place where a new list goes */
    add(item: Element, name: 'ol' | 'ul', level: number, id: string, start: number, place: Element): void {
      open = open.filter((one) => one.level < level || (one.level === level && one.id === id));
      const last = open.at(-1);
      let list = last?.level === level ? last.list : null;
      if (!list) {
        list = body.ownerDocument.createElement(name);
        if (name === 'ol' && start > 1) list.setAttribute('start', String(start));
        const home = last?.list.lastElementChild;
        if (home) home.append(list);
        else place.before(list);
        open.push({ list, level, id });
      }
      list.append(item);
    },
  };
}

/** The number in the mark of an item, of `3.` or `c)`. */
export function numberOf(mark: string): number {
  const [, digits, character] = /^\(?(?:(\d{1,6})|([a-z]))[.)]/i.exec(mark) ?? [];
  if (character !== undefined) return character === 'i' ? 1 : character.toLowerCase().charCodeAt(0) - 96;
  return Number(digits ?? 1);
}

/** Items that say their level, and stand in a list of their own or in one for all levels. */
const leveled = '.ListContainerWrapper li, li[class*="level-"], li[class*="indent-"]';

/** Word Online has a list of its own for each item, which says its level; other editors say it in a class. */
export function makeLeveledLists(body: HTMLElement): void {
  joinLists(body);
  const builder = createListBuilder(body);
  let before: Element | null = null;
  const emptied = new Set<Element>();
  const lists = new Set(Array.from(body.querySelectorAll(leveled), (item) => item.closest('ul, ol')));
  for (const item of Array.from(body.querySelectorAll('li'))) {
    const list = item.parentElement;
    if (!list || !lists.has(list)) continue;
    const wrapper = item.closest('.ListContainerWrapper') ?? list;
    if (before !== wrapper && before !== wrapper.previousElementSibling) builder.end();
    const place = item.getAttribute('data-aria-posinset') ?? list.getAttribute('start');
    const name = list.localName === 'ol' ? 'ol' : 'ul';
    builder.add(item, name, levelOf(item), name, Number(list.getAttribute('start') ?? place) || 1, wrapper);
    before = wrapper;
    emptied.add(wrapper);
  }
  for (const wrapper of emptied) if (wrapper.querySelector('li') === null) wrapper.remove();
}

function levelOf(item: Element): number {
  const said = item.getAttribute('data-aria-level') ?? item.getAttribute('aria-level');
  const [, name, digit] = /(level|indent)-{1,2}(\d)/.exec(item.className) ?? [];
  return Number(said) || (digit === undefined ? 1 : Number(digit) + (name === 'indent' ? 1 : 0));
}

/** Notion has a list of its own for each item, and an empty box before a task. */
function joinLists(body: HTMLElement): void {
  for (const box of body.querySelectorAll('.to-do-list .checkbox')) box.remove();
  for (const name of ['to-do-list', 'bulleted-list', 'numbered-list'])
    for (const list of Array.from(body.querySelectorAll(`.${name} + .${name}`))) {
      list.previousElementSibling?.append(...list.childNodes);
      list.remove();
    }
}
