import { lookup } from "node:dns";
import { isIP, type LookupFunction } from "node:net";
import { AppError } from "#schemas/errors.ts";
import { isPublicAddress } from "#server/platform/outside/addresses.ts";

/**
 * The address of a push service as a browser named it. Only https on its own port and under a name, unless private ones are
 * allowed: whoever subscribes must not make the server call into its own network. Throws `push-endpoint-refused`.
 */
export function checkEndpoint(endpoint: string, allowsPrivate: boolean): URL {
  const url = URL.parse(endpoint);
  if (!url || url.username !== "" || url.password !== "") throw new AppError("push-endpoint-refused");
  if (allowsPrivate && (url.protocol === "http:" || url.protocol === "https:")) return url;
  const isNamed = isIP(url.hostname) === 0 && !url.hostname.startsWith("[") && url.hostname.includes(".");
  if (url.protocol !== "https:" || url.port !== "" || !isNamed) throw new AppError("push-endpoint-refused");
  return url;
}

/** Looks a name up for a connection, and fails where any of its addresses is not on the public internet. */
export const lookUpPublic: LookupFunction = (hostname, options, done) => {
  lookup(hostname, { all: true }, (error, found) => {
    if (error) return done(error, "", 0);
    const [first] = found;
    if (!first || !found.every(({ address }) => isPublicAddress(address)))
      return done(new Error(`${hostname} is not on the public internet`), "", 0);
    return options.all ? done(null, found) : done(null, first.address, first.family);
  });
};
