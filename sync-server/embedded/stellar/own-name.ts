const LOCAL = ["localhost", "127.0.0.1", "[::1]"];

/**
 * Whether a request's Host names this machine, or what the network is called by its proxies. A page whose own name was
 * bound to this machine's address is a stranger, whatever its browser believes.
 */
export function isOwnName(host: string, further: readonly string[]): boolean {
  const name = host.replace(/:\d*$/, "").toLowerCase();
  return LOCAL.includes(name) || further.some((each) => each.toLowerCase() === name);
}
