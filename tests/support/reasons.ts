import * as v from "valibot";
import { type Endpoint, ENDPOINTS } from "#schemas/endpoints.ts";

const ALL: readonly Endpoint[] = Object.values(ENDPOINTS);
const ASKS_WHY = ALL.filter(({ permission, input }) => permission !== undefined && asksWhy(input)).map(
  ({ method, path }) => ({ method, path: new RegExp(`^${path.replaceAll(/:\w+/g, "[^/]+")}$`) }),
);

/** Whether an input cannot go without the reason of who asks. */
export function asksWhy(input: Endpoint["input"]): boolean {
  if (!input) return false;
  const { issues = [] } = v.safeParse(input, {});
  const first = v.safeParse(input, { rate: "current" });
  return [...issues, ...(first.issues ?? [])].some(({ path }) => path?.[0].key === "reason");
}

/** What is asked of a request, said with a reason where operators have to say one and the test has no word about it. */
export function withReason(method: string, url: string, payload?: object): { readonly payload?: object } {
  const asksForOne = ASKS_WHY.some((each) => each.method === method && each.path.test(url));
  if (asksForOne) return { payload: { reason: "as agreed", ...payload } };
  return payload ? { payload } : {};
}
