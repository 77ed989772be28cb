import { connect, createServer, type Socket } from "node:net";

/** A way to a port of this machine that can be cut and held up. */
export interface LinkProxy {
  readonly port: number;
  /** Breaks every connection and lets none through for `ms`. */
  cut(ms: number): Promise<void>;
  /** Holds back every byte for `ms`; connections stay open. */
  hold(ms: number): Promise<void>;
  close(): Promise<void>;
}

export async function openLinkProxy(targetPort: number): Promise<LinkProxy> {
  const pairs = new Set<readonly [Socket, Socket]>();
  const state = { isCut: false, isHeld: false };

  const server = createServer((inner) => {
    if (state.isCut) {
      inner.destroy();
      return;
    }
    const outer = connect(targetPort, "127.0.0.1");
    const pair = [inner, outer] as const;
    pairs.add(pair);
    for (const [from, to] of [pair, [outer, inner]] as const) {
      from.setNoDelay(true);
      from.on("error", () => to.destroy());
      from.on("close", () => {
        pairs.delete(pair);
        to.destroy();
      });
      from.pipe(to);
      if (state.isHeld) from.pause();
    }
  });
  await new Promise<void>((done) => {
    server.listen(0, "127.0.0.1", done);
  });
  const address = server.address();

  function breakAll(): void {
    for (const [inner, outer] of pairs) {
      inner.destroy();
      outer.destroy();
    }
  }

  return {
    port: typeof address === "object" && address !== null ? address.port : 0,
    async cut(ms) {
      state.isCut = true;
      breakAll();
      await pause(ms);
      state.isCut = false;
    },
    async hold(ms) {
      state.isHeld = true;
      for (const pair of pairs) for (const socket of pair) socket.pause();
      await pause(ms);
      state.isHeld = false;
      for (const pair of pairs) for (const socket of pair) socket.resume();
    },
    close() {
      breakAll();
      return new Promise((done) => {
        server.close(() => done());
      });
    },
  };
}

/** Time that a fault lasts: the one thing here that is waited for by the clock. */
export function pause(ms: number): Promise<void> {
  return new Promise((done) => {
    setTimeout(done, ms);
  });
}
