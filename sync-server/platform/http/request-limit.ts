import type { FastifyInstance } from "fastify";
import { bearerOf, keyOf } from "./api-key.ts";
import { networkOf } from "./network-of.ts";
import { createPacer } from "./pacer.ts";
import type { Runtime } from "./runtime.ts";

const API = "/api/";
/** What one API key may ask in a minute: programs ask more steadily than pages, and their owner's screens go on beside them. */
export const REQUESTS_PER_KEY = 300;

/**
 * Paces the calls of the API: those of a signed-in person by the person, whatever device or network they use, those of an API key by
 * the key, and all others by their network. It only keeps one party from taking this process's time from everyone else, so each process
 * counts for itself; attempts at something secret are counted in the database (`limits.ts`). To be registered after sessions.
 */
export function registerRequestLimit(app: FastifyInstance, { config }: Pick<Runtime, "config">): void {
  const { requestsPerUser, requestsPerNetwork } = config.limits;
  const users = createPacer<number>(aMinuteOf(requestsPerUser), () => performance.now());
  const networks = createPacer<string>(aMinuteOf(requestsPerNetwork), () => performance.now());
  const keys = createPacer<string>(aMinuteOf(REQUESTS_PER_KEY), () => performance.now());
  app.addHook("onRequest", async (request) => {
    // By the route, since an address can be written in many ways; what has none is answered with "not found".
    const { url } = request.routeOptions;
    if (url !== undefined && !url.startsWith(API)) return;
    if (bearerOf(request) !== null) {
      const key = await keyOf(request);
      if (key === null) networks.take(networkOf(request.ip));
      else keys.take(key.id);
      return;
    }
    const user = url === undefined ? null : await app.sessions.read(request);
    if (user === null) networks.take(networkOf(request.ip));
    else users.take(user.userId);
  });
}

/** As many at once as in a minute: a page that opens asks for much, and then for little. */
function aMinuteOf(count: number) {
  return { burst: count, perSecond: count / 60 };
}
