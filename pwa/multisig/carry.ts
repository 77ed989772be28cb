/** More than one QR code carries so that a phone still reads it from a screen. */
const LONGEST_CODE = 1400;
const SEP7_PREFIX = "web+stellar:tx?";
const BASE64 = /^[A-Za-z0-9+/]+={0,2}$/;

/** A transaction to be signed elsewhere. */
export interface Outgoing {
  readonly xdr: string;
  readonly networkPassphrase: string;
  /** The key (G...) that has to sign. */
  readonly key: string;
}

/** The SEP-7 link by which other wallets take it over. */
export function signUri({ xdr, networkPassphrase, key }: Outgoing): string {
  const query = new URLSearchParams({ xdr, network_passphrase: networkPassphrase, pubkey: key });
  // Some wallets take a plus for what it says, not for a space.
  return `${SEP7_PREFIX}${query.toString().replaceAll("+", "%20")}`;
}

/** What its QR code says; null where it is too much for one. */
export function codeOf(outgoing: Outgoing): string | null {
  const uri = signUri(outgoing);
  return uri.length > LONGEST_CODE ? null : uri;
}

/** The transaction in what came back, from a code, a file or by hand: bare or within a SEP-7 link. Null where there is none. */
export function readReturnedText(text: string): string | null {
  const plain = text.trim();
  const bare = plain.toLowerCase().startsWith(SEP7_PREFIX) ? xdrOf(plain) : plain.replaceAll(/\s+/g, "");
  return bare !== null && bare.length % 4 === 0 && BASE64.test(bare) ? bare : null;
}

function xdrOf(uri: string): string | null {
  const xdr = new URLSearchParams(uri.slice(SEP7_PREFIX.length)).get("xdr");
  // Of a link whose plus signs were not escaped.
  return xdr === null ? null : xdr.replaceAll(" ", "+");
}
