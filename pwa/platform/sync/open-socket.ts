import { io, type Socket } from "socket.io-client";
import { PROTOCOL_VERSION, type SocketPurpose } from "#schemas/protocol.ts";

/** Wait before knocking again where the server closed the socket on purpose. */
const KNOCK_AGAIN_MS = 2000;

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
    reconnectionDelay: 300,
    reconnectionDelayMax: 5000,
    ...(cookie === undefined ? {} : { extraHeaders: { cookie } }),
  });
  const life = { isClosed: false };

  function knockAgain(): void {
    setTimeout(() => {
      if (!life.isClosed) socket.connect();
    }, KNOCK_AGAIN_MS);
  }

  socket.on("connect", () => events.connected());
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
