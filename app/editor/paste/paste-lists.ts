/** A list that is open while its items are read. */
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

/** Word Online has a list of its own for each item, which says its level. */
export function makeLeveledLists(body: HTMLElement): void {
  const builder = createListBuilder(body);
  let before: Element | null = null;
  for (const item of Array.from(body.querySelectorAll('.ListContainerWrapper li'))) {
    const wrapper = item.closest('.ListContainerWrapper');
    const list = item.parentElement;
    if (!wrapper || !list) continue;
    const level = Number(item.getAttribute('data-aria-level') ?? item.getAttribute('aria-level')) || 1;
    if (before !== wrapper && before !== wrapper.previousElementSibling) builder.end();
    const place = item.getAttribute('data-aria-posinset') ?? list.getAttribute('start');
    const name = list.localName === 'ol' ? 'ol' : 'ul';
    builder.add(item, name, level, name, Number(list.getAttribute('start') ?? place) || 1, wrapper);
    before = wrapper;
  }
  for (const wrapper of Array.from(body.querySelectorAll('.ListContainerWrapper')))
    if (wrapper.querySelector('li') === null) wrapper.remove();
}
