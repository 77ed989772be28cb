/** As much of an element as a painter touches; it counts what was written into it. */
export class FakeElement {
  readonly attributes = new Map<string, string>();
  readonly style: Record<string, unknown> = {};
  hidden = false;
  text: { data: string } | null = null;
  writes = 0;

  readonly names: readonly string[];
  children: readonly FakeElement[];

  constructor(names: readonly string[] = [], children: readonly FakeElement[] = []) {
    this.names = names;
    this.children = children;
  }

  setAttribute(name: string, value: string): void {
    this.writes += 1;
    this.attributes.set(name, value);
  }

  removeAttribute(name: string): void {
    this.writes += 1;
    this.attributes.delete(name);
  }

  replaceChildren(text: { data: string }): void {
    this.text = text;
  }

  /** Moves them to the front, as they are given. */
  prepend(...moved: FakeElement[]): void {
    this.children = [...moved, ...this.children.filter((child) => !moved.includes(child))];
  }

  querySelector(selector: string): FakeElement | null {
    return this.querySelectorAll(selector)[0] ?? null;
  }

  querySelectorAll(selector: string): readonly FakeElement[] {
    const name = selector.slice("[data-".length, -1);
    return this.children.flatMap((child) => [
      ...(child.names.includes(name) ? [child] : []),
      ...child.querySelectorAll(selector),
    ]);
  }
}

/** For `vi.stubGlobal`. */
export const FAKE_DOCUMENT = { createTextNode: (data: string) => ({ data }) };

/** The same object as what a painter is opened over. */
export function elementOf(fake: FakeElement): HTMLElement {
  const element: HTMLElement = Object.setPrototypeOf(fake, FakeElement.prototype);
  return element;
}
