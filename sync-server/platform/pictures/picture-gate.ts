import { AppError } from "#schemas/errors.ts";

/** Lets so much work of one kind through at once, and so much wait for it. */
export interface Gate {
  /** Runs the work when it is its turn. Throws `identity-uploads-busy` where too much waits already. */
  through<T>(work: () => Promise<T>): Promise<T>;
}

export function openGate(atOnce: number, mostWaiting: number): Gate {
  const waiting: (() => void)[] = [];
  let running = 0;
  return {
    async through(work) {
      if (running >= atOnce) {
        if (waiting.length >= mostWaiting) throw new AppError("identity-uploads-busy");
        // Whoever leaves hands their place on: nobody who comes in between takes it.
        await new Promise<void>((resolve) => waiting.push(resolve));
      } else running += 1;
      try {
        return await work();
      } finally {
        const next = waiting.shift();
        if (next) next();
        else running -= 1;
      }
    },
  };
}
