import { IDENTITY_CHANGED } from "#schemas/identity.ts";
import { openSocket } from "./open-socket.ts";

/**
 * Tells of every change of one's own identity check, and when the connection is back: what changed meanwhile was told to nobody. A socket
 * of this tab's own, since another one may sync for it; it is there as long as somebody looks. Answers with the way to close it.
 */
export function openIdentityLink(onChange: () => void): () => void {
  const { socket, close } = openSocket(
    "sync",
    {
      connected: onChange,
      disconnected: () => undefined,
      // An old app, or a session that ended, is told so by what syncs it.
      refused: () => undefined,
    },
    { url: undefined, cookie: undefined },
  );
  socket.on(IDENTITY_CHANGED, onChange);
  return close;
}
