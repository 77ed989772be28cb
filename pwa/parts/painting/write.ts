/** Writes a value into the page. What stands there already is not written again, and nothing is ever read from the page. */
export type Write<T> = (value: T) => void;

/** Calls `write` with the first value, and then with each that differs from the one before. */
export function changesOf<T>(write: Write<T>): Write<T> {
  let hasBegun = false;
  let last: T;
  return (value) => {
    if (hasBegun && last === value) return;
    hasBegun = true;
    last = value;
    write(value);
  };
}

/** The text of an element that holds nothing else. */
export function textIn(element: HTMLElement): Write<string> {
  const node = document.createTextNode("");
  element.replaceChildren(node);
  return changesOf((text) => {
    node.data = text;
  });
}

/** An attribute; null takes it away. */
export function attributeOf(element: HTMLElement, name: string): Write<string | null> {
  return changesOf((value) => {
    if (value === null) element.removeAttribute(name);
    else element.setAttribute(name, value);
  });
}

/** Whether an element is there at all, for eyes, keys and screen readers. */
export function presenceOf(element: HTMLElement): Write<boolean> {
  return changesOf((isThere) => {
    element.hidden = !isThere;
  });
}

/** How far a bar reaches, in percent of its element: it is drawn smaller, and nothing around it is laid out anew. */
export function barOf(element: HTMLElement): Write<number> {
  return changesOf((percent) => {
    element.style.transform = `scaleX(${percent / 100})`;
  });
}

/** A custom property, such as a width that all rows share. */
export function propertyOf(element: HTMLElement, name: string): Write<string> {
  return changesOf((value) => element.style.setProperty(name, value));
}

/**
 * The element of `root` that React named by a data attribute ("price" for `data-price`).
 * Throws where there is none: a painter and what React made for it belong together.
 */
export function partOf(root: ParentNode, name: string): HTMLElement {
  const found = root.querySelector<HTMLElement>(`[data-${name}]`);
  if (found === null) throw new Error(`nothing to paint: no data-${name}`);
  return found;
}

/** All elements of `root` that React named so, in their order. */
export function partsOf(root: ParentNode, name: string): readonly HTMLElement[] {
  return [...root.querySelectorAll<HTMLElement>(`[data-${name}]`)];
}
