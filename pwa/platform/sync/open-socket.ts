import { io, type Socket } from "socket.io-client";
import * as v from "valibot";
import { randomWaitMs } from "#pwa/platform/device/random.ts";
import { ClosingMessage, PROTOCOL_VERSION, type SocketPurpose } from "#schemas/protocol.ts";

/** Longest wait before knocking again where the server closed the socket on purpose, and did not say how long. */
const KNOCK_AGAIN_MS = 4000;

interface SocketEvents {
  connected(): void;
  disconnected(): void;
  /** The server refuses this device until something is done about it. */
  refused(code: string): void;
}

/** Opens a socket to `url`, by default to where the page came from, and keeps it open until it is closed or its session ends. */
export function openSocket(
  purpose: SocketPurpose,
  events: SocketEvents,
  { url, cookie }: { readonly url: string | undefined; readonly cookie: string | undefined },
): { readonly socket: Socket; readonly close: () => void } {
  const socket: Socket = io(url ?? "/", {
    transports: ["websocket"],
    withCredentials: true,
    auth: { protocol: PROTOCOL_VERSION, purpose },
    forceNew: true,
    // Apart from each other, since a server that is gone is gone for everybody.
    reconnectionDelay: 500,
    randomizationFactor: 0.8,
    reconnectionDelayMax: 5000,
    ...(cookie === undefined ? {} : { extraHeaders: { cookie } }),
  });
  const life = { isClosed: false, withinMs: KNOCK_AGAIN_MS };

  function knockAgain(): void {
    setTimeout(() => {
      if (!life.isClosed) socket.connect();
    }, randomWaitMs(life.withinMs));
    life.withinMs = KNOCK_AGAIN_MS;
  }

  socket.on("connect", () => events.connected());
  socket.on("closing", (message: unknown) => {
    const parsed = v.safeParse(ClosingMessage, message);
    if (parsed.success) life.withinMs = parsed.output.withinMs;
  });
  socket.on("disconnect", (reason) => {
    events.disconnected();
    if (reason === "io server disconnect") knockAgain();
  });
  socket.on("connect_error", (error: Error & { data?: { code?: unknown } }) => {
    const code = error.data?.code;
    if (typeof code !== "string") return;
    events.refused(code);
    // A refusal by the server ends socket.io's own attempts.
    if (code !== "client-outdated") knockAgain();
  });
  socket.on("session-ended", () => {
    life.isClosed = true;
    events.refused("session-required");
  });
  return {
    socket,
    close() {
      life.isClosed = true;
      socket.disconnect();
    },
  };
}
