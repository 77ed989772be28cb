import { vi } from "vitest";

export interface SmallStorage {
  readonly texts: Map<string, string>;
  /** Whether it takes nothing more. */
  isFull: boolean;
}

/** Stands in for the browser's localStorage until the globals are put back; its keys are its own properties, as there. */
export function stubSmallStorage(): SmallStorage {
  const small: SmallStorage = { texts: new Map(), isFull: false };
  const methods = {
    getItem: (key: string) => small.texts.get(key) ?? null,
    setItem: (key: string, value: string) => {
      if (small.isFull) throw new DOMException("full", "QuotaExceededError");
      small.texts.set(key, value);
    },
    removeItem: (key: string) => small.texts.delete(key),
  };
  const ownKeys = () => [...small.texts.keys()];
  const getOwnPropertyDescriptor = (_: object, key: string | symbol) =>
    small.texts.has(String(key)) ? { enumerable: true, configurable: true, value: "" } : undefined;
  vi.stubGlobal("localStorage", new Proxy(Object.create(methods), { ownKeys, getOwnPropertyDescriptor }));
  return small;
}
