import { connect, createServer, type Socket } from "node:net";

/** One address before several servers, as a load balancer is: whoever comes goes to the first that answers. */
export interface Balancer {
  readonly url: string;
  /** The server that the newest connection went to. */
  lastUsed(): string | null;
  close(): Promise<void>;
}

export async function openBalancer(serverUrls: readonly string[]): Promise<Balancer> {
  const open = new Set<Socket>();
  let lastUsed: string | null = null;

  function keep(socket: Socket): void {
    open.add(socket);
    socket.on("error", () => socket.destroy());
    socket.on("close", () => open.delete(socket));
  }

  function relay(client: Socket, [url, ...others]: readonly string[]): void {
    if (url === undefined) {
      client.destroy();
      return;
    }
    const server = connect(Number(new URL(url).port), "127.0.0.1");
    let isThrough = false;
    keep(server);
    server.on("connect", () => {
      isThrough = true;
      lastUsed = url;
      client.pipe(server).pipe(client);
      client.on("close", () => server.destroy());
    });
    server.on("close", () => {
      if (isThrough) client.destroy();
      else relay(client, others);
    });
  }

  const balancer = createServer((client) => {
    keep(client);
    relay(client, serverUrls);
  });
  await new Promise<void>((resolve) => {
    balancer.listen(0, "127.0.0.1", resolve);
  });
  const address = balancer.address();
  return {
    url: `http://127.0.0.1:${typeof address === "object" ? address?.port : ""}`,
    lastUsed: () => lastUsed,
    close: () =>
      new Promise((resolve) => {
        balancer.close(() => resolve());
        for (const socket of open) socket.destroy();
      }),
  };
}
