import { type AttemptLimit, type Counted, createAttemptLimit } from "#server/platform/http/limits.ts";
import { customerOf, networkOf } from "#server/platform/http/network-of.ts";
import type { Runtime } from "#server/platform/http/runtime.ts";

/** Where a try to sign in comes from. */
export interface TryOrigin {
  readonly ipAddress: string;
  /** The device, where this account was signed in to on it before. */
  readonly knownDevice: string | null;
}

/** What strangers may try, and how an attempt counts. The narrowest limit of each list stands first. */
export interface Attempts {
  /**
   * A try of the account's password. Strangers share a budget for each network, and one for the account wherever they are;
   * a device that the account was signed in to on before has a budget of its own, which no stranger can use up.
   */
  signIn(account: string, origin: TryOrigin): Counted[];
  /** A try of their password by a user who is signed in already. */
  confirmation(userId: number): Counted[];
  /** A challenge for a passkey that a stranger, or a user, asks for. */
  challengeFor(ipAddress: string): Counted[];
  challengeOf(userId: number): Counted[];
  /** A try to register, of names too. */
  registration(ipAddress: string): Counted[];
  /** An account that is made. */
  newAccount(ipAddress: string): Counted[];
  /** A mail with a reset link. Whoever finds none left has those that were sent, which work for as long. */
  resetMail(email: string, ipAddress: string): Counted[];
  /** A try of a reset link. */
  resetLink(ipAddress: string): Counted[];
}

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;
/** How much more than one network a whole /48 of them may try. */
const NETWORKS_OF_CUSTOMER = 5;

export function createAttempts(runtime: Runtime): Attempts {
  const limit = (name: string, max: number, windowMs: number) => createAttemptLimit(runtime, name, max, windowMs);
  /** By network, and by all networks of one customer together. */
  function byNetwork(name: string, max: number, windowMs: number): (ipAddress: string) => Counted[] {
    const network = limit(name, max, windowMs);
    const customer = limit(`${name}-wide`, max * NETWORKS_OF_CUSTOMER, windowMs);
    return (ipAddress) => {
      const wide = customerOf(ipAddress);
      return [count(network, networkOf(ipAddress)), ...(wide === null ? [] : [count(customer, wide)])];
    };
  }
  const device = [limit("login-on-device", 10, 5 * MINUTE_MS), limit("login-on-device-daily", 100, DAY_MS)];
  const login = limit("login-of-account-from-network", 10, 5 * MINUTE_MS);
  // Less than the account's own, so that no one place uses that up.
  const loginHourly = limit("login-of-account-from-customer", 20, HOUR_MS);
  const loginFrom = byNetwork("login-from-network", 100, 5 * MINUTE_MS);
  const loginAnywhere = limit("login-of-account-from-anywhere", 100, HOUR_MS);
  const confirmation = [limit("confirmation", 10, 5 * MINUTE_MS), limit("confirmation-hourly", 50, HOUR_MS)];
  const challengeFor = byNetwork("challenge-from-network", 300, 5 * MINUTE_MS);
  const challengeOf = limit("challenge-of-user", 60, 5 * MINUTE_MS);
  const registration = byNetwork("registration", 500, 10 * MINUTE_MS);
  const newAccount = byNetwork("new-account", runtime.config.perNetwork.registrations, DAY_MS);
  const resetMail = limit("reset-of-email-from-network", 5, HOUR_MS);
  const resetAnywhere = limit("reset-of-email-from-anywhere", 20, HOUR_MS);
  const resetFrom = byNetwork("reset-from-network", 50, HOUR_MS);

  return {
    signIn(account, { ipAddress, knownDevice }) {
      if (knownDevice !== null) return device.map((each) => count(each, `${account} ${knownDevice}`));
      const network = networkOf(ipAddress);
      return [
        count(login, `${account} ${network}`),
        count(loginHourly, `${account} ${customerOf(ipAddress) ?? network}`),
        ...loginFrom(ipAddress),
        count(loginAnywhere, account),
      ];
    },
    confirmation: (userId) => confirmation.map((each) => count(each, String(userId))),
    challengeFor,
    challengeOf: (userId) => [count(challengeOf, String(userId))],
    registration,
    newAccount,
    resetMail: (email, ipAddress) => [
      count(resetMail, `${email} ${networkOf(ipAddress)}`),
      ...resetFrom(ipAddress),
      count(resetAnywhere, email),
    ],
    resetLink: resetFrom,
  };
}

function count(limit: AttemptLimit, key: string): Counted {
  return { limit, key };
}
