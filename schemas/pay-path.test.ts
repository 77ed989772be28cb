import { expect, test } from "vitest";
import { payPlace, placeToPay, routedPlace, uriOfQuery } from "./pay-path.ts";

const query = "destination=GANA&memo=18446744073709551615&memo_type=MEMO_ID&asset_code=1E5&msg=1%20%2B%201";

test("a link that is opened keeps every letter of what it asks for, whatever the router would make of it", () => {
  const place = routedPlace({ pathname: "/pay", search: `?${query}` }) ?? "";
  const { pathname, search } = new URL(place, "https://wallet.example");
  expect(pathname).toBe("/pay");
  expect(uriOfQuery(search)).toBe(`web+stellar:pay?${query}`);
  // Opened anew, as by reloading, it is left as it is.
  expect(routedPlace({ pathname, search })).toBeNull();
  expect(routedPlace({ pathname: "/pay/", search: `?${query}` })).toBe(place);
});

test("no other address is another one to the router", () => {
  for (const pathname of ["/", "/send", "/payments", "/pay/more"])
    expect(routedPlace({ pathname, search: `?${query}` })).toBeNull();
  expect(routedPlace({ pathname: "/pay", search: "" })).toBeNull();
});

test("whoever signs in goes on with a payment, and nowhere else", () => {
  const uri = `web+stellar:pay?${query}`;
  expect(placeToPay(`?${new URLSearchParams({ tab: "register", pay: uri })}`)).toBe(payPlace(uri));
  for (const pay of [
    "https://evil.example/",
    "//evil.example",
    "/admin-panel",
    "javascript:alert(1)",
    "web+stellar:tx?xdr=A",
  ])
    expect(placeToPay(`?${new URLSearchParams({ pay })}`)).toBeNull();
  expect(placeToPay("")).toBeNull();
});
