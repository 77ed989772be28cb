/** Where this app shows what a payment link asks for. */
export const PAY_PATH = "/pay";
/** How a SEP-7 URI begins that asks for a payment. */
export const PAY_PREFIX = "web+stellar:pay?";

/** The URI that the query of a payment link's address stands for; the app itself writes it whole, as `uri`. */
export function uriOfQuery(query: string): string {
  return new URLSearchParams(query).get("uri") ?? PAY_PREFIX + query.replace(/^\?/, "");
}

/** The address at which this app shows what a URI asks for. */
export function payPlace(uri: string): string {
  return `${PAY_PATH}?${new URLSearchParams({ uri })}`;
}

/** The address that a browser opened, as it has it. */
interface Opened {
  readonly pathname: string;
  readonly search: string;
}

/**
 * The address by which the router is to know a payment link that was opened; null for any other. It would read the parameters of a
 * query as JSON: a memo of twenty digits would come out as another number.
 */
export function routedPlace({ pathname, search }: Opened): string | null {
  if (!/^\/pay\/?$/.test(pathname) || search === "") return null;
  const place = payPlace(uriOfQuery(search));
  return place === pathname + search ? null : place;
}

/** Where somebody goes on who has signed in at an address with this query: with the payment that they were asked for, or null. */
export function placeToPay(search: string): string | null {
  const uri = new URLSearchParams(search).get("pay") ?? "";
  return uri.startsWith(PAY_PREFIX) ? payPlace(uri) : null;
}
