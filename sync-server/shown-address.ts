import type { AddressInfo } from "node:net";
import type { Config } from "./config.ts";

const EVERYWHERE_OR_HERE: readonly string[] = ["0.0.0.0", "::", "127.0.0.1", "::1"];

/**
 * Where people open it: `PUBLIC_URL`, whose pages alone may change anything. With a port that the system chose nobody could have
 * named it before.
 */
export function shownAddress(
  { host, port, publicUrl }: Pick<Config, "host" | "port" | "publicUrl">,
  listening: AddressInfo | string | null,
): string {
  if (port !== 0 || listening === null || typeof listening !== "object") return publicUrl;
  return `http://${EVERYWHERE_OR_HERE.includes(host) ? "localhost" : host}:${listening.port}`;
}
