/** Which methods of a library's classes have been called, as "Class.method". */
export class RecordedCalls {
  readonly #called = new Set<string>();
  readonly #known = new Set<string>();

  /** Notes every call of the methods that objects of this kind have, inherited ones included; calls go through. */
  watch(example: object): void {
    const { name } = example.constructor;
    for (let kind = prototypeOf(example); kind && kind !== Object.prototype; kind = prototypeOf(kind)) {
      for (const method of Object.getOwnPropertyNames(kind)) {
        const original: unknown = Reflect.get(kind, method);
        if (method === "constructor" || typeof original !== "function") continue;
        this.#known.add(`${name}.${method}`);
        this.#wrap(kind, method, original);
      }
    }
  }

  /** Methods that have not been called. */
  missing(): string[] {
    return [...this.#known.difference(this.#called)].toSorted();
  }

  #wrap(kind: object, method: string, original: Function): void {
    if (wrapped.has(original)) return;
    const called = this.#called;
    // The SDK hands some of its own methods on without the object they belong to.
    const through = function (this: object | undefined, ...given: unknown[]): unknown {
      if (this) called.add(`${this.constructor.name}.${method}`);
      return Reflect.apply(original, this, given);
    };
    wrapped.add(through);
    Object.defineProperty(kind, method, { value: through, writable: true, configurable: true });
  }
}

const wrapped = new WeakSet<Function>();

function prototypeOf(value: object): object | null {
  const prototype: unknown = Object.getPrototypeOf(value);
  return typeof prototype === "object" ? prototype : null;
}
