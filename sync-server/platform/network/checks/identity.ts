import type { Finding } from "./finding.ts";

/** The newest protocol of Stellar whose ledgers the app has been run on. */
export const NEWEST_PROTOCOL = 28;

/** What nodes are held against. */
export interface Known {
  readonly passphrase: string;
  readonly now: Date;
  readonly timeoutMs: number;
}

export function passphraseFinding(about: string, told: string, { passphrase }: Known): Finding {
  if (told === passphrase) return { severity: "fine", about, text: `it is of the network "${told}".` };
  return {
    severity: "wrong",
    about,
    text: `it is of the network "${told}", not of "${passphrase}".`,
    fix: "Name addresses and STELLAR_NETWORK_PASSPHRASE of one network.",
  };
}

export function protocolFinding(about: string, protocol: number): Finding {
  if (protocol <= NEWEST_PROTOCOL) return { severity: "fine", about, text: `its ledgers are of protocol ${protocol}.` };
  return {
    severity: "wrong",
    about,
    text: `its ledgers are of protocol ${protocol}, and this version knows ${NEWEST_PROTOCOL} at most.`,
    fix: "Run a newer version of Astrolabe: what this one does not understand is set aside until then.",
  };
}
